"""Fee places: what a round adds to each box period, for the reconciliation. Pure.

What is assessed belongs to the collection box that was on the table when the round opened, and so
does every exception; money that lies elsewhere is an item of its own in both places. So in each
place collected less expected is the sum of its items' differences.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast, get_args

from msgspec import Struct

from ledger.rules.fee_account import FeeAccount, Wager
from ledger.rules.fees import FeeLine, Role
from ledger.rules.reconciliation.figures import FeeItem, ItemCode
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
    own = _since(now.boxes.get(PURPOSE))
    elsewhere = {
        since: wagers
        for (purpose, since), wagers in money.items()
        if purpose == PURPOSE and since != own
    }
    others = (
        FeePlace(purpose=purpose, since=since, collected_cents=sum(wagers.values()))
        for (purpose, since), wagers in money.items()
        if purpose != PURPOSE
    )
    return [
        _own(now, own, money.get((PURPOSE, own), Counter()), elsewhere),
        *(_elsewhere(now, since, wagers) for since, wagers in sorted(elsewhere.items())),
        *others,
    ]


_Money = Mapping[tuple[str, int], "Counter[Wager]"]


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
    now: Round, since: int, money: "Counter[Wager]", elsewhere: Mapping[int, "Counter[Wager]"]
) -> FeePlace:
    accounts = fee_exceptions.accounts_of(now)
    first_cents = _sum(() if now.first_assessed is None else now.first_assessed.lines)
    assessed_cents = sum(account.assessed_cents or 0 for account in accounts.values())
    owed_cents = sum(account.owed_cents for account in accounts.values())
    away: Counter[Wager] = Counter()
    for wagers in elsewhere.values():
        away.update(wagers)
    return FeePlace(
        purpose=PURPOSE,
        since=since,
        assessed_cents=first_cents,
        corrections_cents=assessed_cents - first_cents,
        waived_cents=assessed_cents - owed_cents,
        collected_cents=sum(money.values()),
        items=tuple(_items(now, accounts, away)),
    )


def _sum(lines: Sequence[FeeLine]) -> int:
    return sum(line.fee_cents or 0 for line in lines)


def _items(
    now: Round, accounts: Mapping[Wager, FeeAccount], away: Mapping[Wager, int]
) -> Iterator[FeeItem]:
    """What is wrong with each wager; what of it isn't judged yet; what of it lies elsewhere."""
    found = fee_exceptions.standing(now)
    for wager, account in accounts.items():
        wrong = [exception for exception in found if exception.wager == wager]
        for each in wrong:
            yield _item(now, wager, each.code, account, difference_cents=each.difference_cents)
        open_cents = account.difference_cents - sum(each.difference_cents for each in wrong)
        if open_cents:
            yield _item(now, wager, "in_play", account, difference_cents=open_cents)
        if away.get(wager):
            yield _item(now, wager, "other_box", account, difference_cents=-away[wager])


def _elsewhere(now: Round, since: int, money: "Counter[Wager]") -> FeePlace:
    """A box that holds money of a round which has another box."""
    items = tuple(
        _item(now, wager, "other_box", FeeAccount(0, collected_cents=cents), difference_cents=cents)
        for wager, cents in money.items()
        if cents
    )
    return FeePlace(purpose=PURPOSE, since=since, collected_cents=sum(money.values()), items=items)


def _item(
    now: Round, wager: Wager, code: ItemCode, account: FeeAccount, *, difference_cents: int
) -> FeeItem:
    seat, player, role = wager
    return FeeItem(
        round=now.number,
        seat=seat,
        player=player,
        role=role,
        code=code,
        assessed_cents=account.assessed_cents,
        waived_cents=account.waived_cents,
        collected_cents=account.collected_cents,
        difference_cents=difference_cents,
    )
