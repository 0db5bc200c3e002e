"""The fees of a round as readers get them: assessed, moved, and what is wrong with them."""

from msgspec import Struct

from ledger.rules.exceptions import FeeException
from ledger.rules.fees import FeeLine
from tables.rounds import fee_exceptions
from tables.rounds.state import Round


class FeeMoved(Struct, frozen=True, kw_only=True):
    """Fee money as the table reported it."""

    what: str
    seat: int
    player: str
    role: str
    purpose: str
    amount_cents: int


class FeesView(Struct, frozen=True, kw_only=True):
    """What the schedule assesses and what was reported; a wager without a tier adds nothing.

    The sums are of collection fees alone; jackpot and promotional money is only among `moved`.
    """

    revision: int
    assessed: tuple[FeeLine, ...]
    assessed_cents: int
    moved: tuple[FeeMoved, ...]
    collected_cents: int
    waived_cents: int
    refunded_cents: int
    exceptions: tuple[FeeException, ...]


def fees_view(now: Round) -> FeesView:
    """What was assessed and reported of a round's fees."""
    lines = now.assessed.lines if now.assessed is not None else ()
    moved = {"collected": 0, "waived": 0, "refunded": 0}
    for fee in now.fees:
        moved[fee.what] += fee.amount_cents if fee.purpose == fee_exceptions.PURPOSE else 0
    return FeesView(
        revision=now.assessed.revision if now.assessed is not None else 0,
        assessed=lines,
        assessed_cents=sum(line.fee_cents or 0 for line in lines),
        moved=tuple(
            FeeMoved(
                what=fee.what,
                seat=fee.seat,
                player=fee.player,
                role=fee.role,
                purpose=fee.purpose,
                amount_cents=fee.amount_cents,
            )
            for fee in now.fees
        ),
        collected_cents=moved["collected"],
        waived_cents=moved["waived"],
        refunded_cents=moved["refunded"],
        exceptions=tuple(fee_exceptions.standing(now)),
    )
