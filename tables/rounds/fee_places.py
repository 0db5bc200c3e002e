"""Fee places: what a round adds to each box period, for the reconciliation. Pure.

What is assessed belongs to the collection box that was on the table when the round opened, and so
does every exception, but for money that lies elsewhere: what makes up for something here is an item
`other_box` in both places, and what is too much is that where it lies. So in each place collected
less expected is the sum of its items' differences.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, cast, get_args

from msgspec import Struct

from ledger.rules.fee_account import FeeAccount, Wager
from ledger.rules.fees import FeeLine, Role
from ledger.rules.reconciliation.figures import FeeItem, ItemCode
from ledger.rules.reconciliation.whereabouts import apart, code_of
from tables.rounds import events as e
from tables.rounds import fee_exceptions
from tables.rounds.codec import Recorded
from tables.rounds.fee_exceptions import PURPOSE
from tables.rounds.furniture import Box
from tables.rounds.state import Fee, Round

NOWHERE: Final = 0  # stands for no box; positions count from 1
# Behind no other event does a round add anything else than before.
_CHANGING: Final = frozenset(
    get_args(
        e.FeeFact
        | e.EndFact
        | e.RoundCorrected
        | e.RoundReportedLate
        | e.FeesAssessed
        | e.RoundSettled
        | e.RoundReversed
        | e.RoundRefolded
    )
)


class FeePlace(Struct, frozen=True, kw_only=True):
    """What a round adds to the box period that began at `since`; `assessed` at first, in cents."""

    purpose: str
    since: int
    assessed_cents: int = 0
    corrections_cents: int = 0
    waived_cents: int = 0
    collected_cents: int = 0
    items: tuple[FeeItem, ...] = ()


def changed(records: Iterable[Recorded]) -> set[int]:
    """The rounds that add something else behind these records."""
    return {
        record.round
        for record in records
        if record.round is not None and type(record.fact) in _CHANGING
    }


def places(now: Round) -> list[FeePlace]:
    """What a round adds to its own collection box, and to every other that holds money of it.

    Nothing while no fee was assessed or moved and the round isn't over.
    """
    if now.assessed is None and not now.fees and not now.is_over:
        return []
    money = _money(now.fees)
    own, accounts = _since(now.boxes.get(PURPOSE)), fee_exceptions.accounts_of(now)
    items: dict[int, list[FeeItem]] = {own: []}
    for since, item in _items(now, own, money, accounts):
        items.setdefault(since, []).append(item)
    return [
        _own(now, own, sum(money.get((PURPOSE, own), {}).values()), items[own], accounts),
        *(
            FeePlace(
                purpose=purpose,
                since=since,
                collected_cents=sum(wagers.values()),
                items=tuple(items.get(since, ())) if purpose == PURPOSE else (),
            )
            for (purpose, since), wagers in sorted(money.items())
            if (purpose, since) != (PURPOSE, own)
        ),
    ]


_Money = Mapping[tuple[str, int], "Counter[Wager]"]
_Accounts = Mapping[Wager, FeeAccount]


def _money(fees: Iterable[Fee]) -> _Money:
    """Collected less refunded, by purpose and place and whose it is."""
    found: dict[tuple[str, int], Counter[Wager]] = {}
    for fee in fees:
        if fee.what != "waived":
            place = found.setdefault((fee.purpose, _since(fee.box)), Counter())
            signed = fee.amount_cents if fee.what == "collected" else -fee.amount_cents
            place[fee.seat, fee.player, cast("Role", fee.role)] += signed
    return found


def _since(box: Box | None) -> int:
    return NOWHERE if box is None else box.since


def _own(
    now: Round, since: int, collected_cents: int, items: Sequence[FeeItem], accounts: _Accounts
) -> FeePlace:
    first_cents = _sum(() if now.first_assessed is None else now.first_assessed.lines)
    assessed_cents = sum(account.assessed_cents or 0 for account in accounts.values())
    owed_cents = sum(account.owed_cents for account in accounts.values())
    return FeePlace(
        purpose=PURPOSE,
        since=since,
        assessed_cents=first_cents,
        corrections_cents=assessed_cents - first_cents,
        waived_cents=assessed_cents - owed_cents,
        collected_cents=collected_cents,
        items=tuple(items),
    )


def _sum(lines: Sequence[FeeLine]) -> int:
    return sum(line.fee_cents or 0 for line in lines)


def _items(
    now: Round, own: int, money: _Money, accounts: _Accounts
) -> Iterator[tuple[int, FeeItem]]:
    """What each wager adds to each place: what is wrong, and what of it lies elsewhere."""
    found = fee_exceptions.standing(now)
    paying = chain.from_iterable(money.values())
    for wager in dict.fromkeys((*accounts, *paying)):
        account = accounts.get(wager, FeeAccount(0))  # whose money a correction took back
        laid = {
            since: wagers[wager]
            for (purpose, since), wagers in money.items()
            if purpose == PURPOSE and wagers[wager]
        }
        wrong = [exception.code for exception in found if exception.wager == wager]
        for since, code, off_cents, other in _off(account, wrong, own, laid):
            yield (
                since,
                FeeItem(
                    round=now.number,
                    seat=wager[0],
                    player=wager[1],
                    role=wager[2],
                    code=code,
                    assessed_cents=account.assessed_cents if since == own else 0,
                    waived_cents=account.waived_cents if since == own else 0,
                    collected_cents=laid.get(since, 0),
                    difference_cents=off_cents,
                    other_since=other,
                ),
            )


_Off = tuple[int, ItemCode, int, int | None]


def _off(
    account: FeeAccount, wrong: Sequence[ItemCode], own: int, laid: Mapping[int, int]
) -> Iterator[_Off]:
    """What is off of one wager: in which place, how, by how much, and which other place has to do.

    `wrong` is what its round says of it, `laid` where its money lies.
    """
    away = {since: cents for since, cents in laid.items() if since != own}
    off_cents, elsewhere = apart(laid.get(own, 0) - account.owed_cents, away)
    said = next((code for code in wrong if code != "late_fee"), None)
    if off_cents or said == "no_tier":
        yield own, _code(said, account, off_cents), off_cents, None
    if "late_fee" in wrong:
        yield own, "late_fee", 0, min(away, default=None)
    for one in elsewhere:
        if one.instead_cents:
            yield own, "other_box", -one.instead_cents, one.since
            yield one.since, "other_box", one.instead_cents, own
        if one.off_cents:
            yield one.since, _code(said, account, one.off_cents), one.off_cents, own


def _code(said: ItemCode | None, account: FeeAccount, off_cents: int) -> ItemCode:
    """How an amount is called: as the round says where that is no matter of amounts."""
    if said in {"no_tier", "no_first_card"}:
        return said
    if said is None:  # nobody judges it yet; or it went from one other box to another
        return "in_play" if account.difference_cents else "other_box"
    return code_of(account.owed_cents, off_cents)
