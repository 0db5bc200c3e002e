"""The fold of fee money: whose it is, and in which drop box it lies (contract, "A fee lies in")."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from ledger.rules.fee_account import What
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Box
from tables.rounds.state import Fee, Round

WHAT: Final[dict[type[e.FeeFact], What]] = {
    e.FeeCollected: "collected",
    e.FeeWaived: "waived",
    e.FeeRefunded: "refunded",
}

# Boxes by purpose; None where the table had none.
Instead = Mapping[str, Box | None]

# Whose money, and for what: seat, player, role, purpose.
_Payer = tuple[int, str, str, str]


def fee(now: Round, event: Recorded, fact: e.FeeFact, player: str) -> Fee:
    """Money that an event moved: it lies in the round's box, unless another one was noted."""
    noted = event.noted.instead
    own = now.boxes.get(fact.purpose)
    return Fee(
        what=WHAT[type(fact)],
        seat=fact.seat,
        player=player,
        role=fact.role,
        purpose=fact.purpose,
        amount_cents=fact.amount_cents,
        position=event.position,
        box=own if noted is UNSET else noted.get(fact.purpose, own),
    )


def relaid(before: list[Fee], now: list[Fee], instead: Instead, *, position: int) -> list[Fee]:
    """The fees of a round that was made anew, some of whose boxes are counted already.

    What was laid in a counted box stays there, for it was counted so; only the difference lies in
    the box `instead`. A waiver moves no money and is as it is now.
    """
    if not instead:
        return now
    differences = _moved(now, instead)
    differences.subtract(_moved(before, instead))
    return [
        *(fee for fee in now if fee.what == "waived" or fee.purpose not in instead),
        *(fee for fee in before if fee.what != "waived" and fee.purpose in instead),
        *(
            _difference(payer, amount_cents, instead, position)
            for payer, amount_cents in sorted(differences.items())
            if amount_cents
        ),
    ]


def _moved(fees: list[Fee], purposes: Instead) -> "Counter[_Payer]":
    """What each payer has paid, less what he got back."""
    found: Counter[_Payer] = Counter()
    for fee in fees:
        if fee.what != "waived" and fee.purpose in purposes:
            signed = fee.amount_cents if fee.what == "collected" else -fee.amount_cents
            found[fee.seat, fee.player, fee.role, fee.purpose] += signed
    return found


def _difference(payer: _Payer, amount_cents: int, instead: Instead, position: int) -> Fee:
    seat, player, role, purpose = payer
    return Fee(
        what="collected" if amount_cents > 0 else "refunded",
        seat=seat,
        player=player,
        role=role,
        purpose=purpose,
        amount_cents=abs(amount_cents),
        position=position,
        box=instead[purpose],
    )
