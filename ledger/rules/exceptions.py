"""Fee exceptions: a round's collection money against its assessment, wager by wager.

A wager owes its fee less what was waived of it; collected is collected less refunded. Over any
rounds the differences add up to what was collected beyond what was owed, so none hides another.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from cardroom.money import dollars
from ledger.rules.fee_account import FeeAccount, FeeMove, Wager, accounts
from ledger.rules.fees import FeeLine, Role, Timing

Code = Literal["missing_fee", "wrong_fee", "unexpected_fee", "late_fee", "no_tier", "no_first_card"]

_SAID: Final = {
    "missing_fee": "{assessed} assessed, nothing collected",
    "wrong_fee": "{assessed} assessed, {collected} collected",
    "unexpected_fee": "{collected} collected, nothing owed",
    "late_fee": "collected after the first card, due before the deal",
    "no_tier": "no tier of the schedule holds the wager, {collected} collected",
    "no_first_card": "{collected} collected, no card was dealt",
}


class FeeException(Struct, frozen=True, kw_only=True):
    """What is wrong with one wager's fee; `assessed_cents` is None when no tier holds the wager.

    `difference_cents` is what was collected beyond what was owed, negative below. It is 0 for
    `late_fee`, which is a fault of time: a wrong amount that came late has both.
    """

    code: Code
    seat: int
    player: str
    role: Role
    assessed_cents: int | None
    waived_cents: int
    collected_cents: int
    difference_cents: int

    @property
    def wager(self) -> Wager:
        """Whose fee: seat, player and role."""
        return self.seat, self.player, self.role

    def __str__(self) -> str:
        who = self.player if self.role == "player" else f"player-dealer {self.player}"
        said = _SAID[self.code].format(
            assessed=dollars(self.assessed_cents or 0), collected=dollars(self.collected_cents)
        )
        waived = f", {dollars(self.waived_cents)} waived" if self.waived_cents else ""
        return f"{self.code}: seat {self.seat}, {who}: {said}{waived}"


class Course(NamedTuple):
    """How far a round has come: whether its first card lies, and whether it is over."""

    dealt: bool
    over: bool


def exceptions(
    lines: Sequence[FeeLine], moves: Sequence[FeeMove], timing: Timing, course: Course
) -> list[FeeException]:
    """Each miss of a round, once.

    While a round is on nothing is missing yet, and before its first card nothing is wrong. Money
    that nobody owes is unexpected at once if it comes after that card, else when the round is over.
    """
    if not course.dealt and not course.over:
        return []
    return [
        _exception(code, wager, account)
        for wager, account in accounts(lines, moves).items()
        for code in _codes(account, timing, course)
    ]


def _codes(account: FeeAccount, timing: Timing, course: Course) -> Iterator[Code]:
    collected_cents, owed_cents = account.collected_cents, account.owed_cents
    if not course.dealt:
        if collected_cents:
            yield "no_first_card"
    elif account.assessed_cents is None:
        if course.over:
            yield "no_tier"
    elif not owed_cents:
        if collected_cents and (course.over or account.after_first_card):
            yield "unexpected_fee"
    elif course.over and collected_cents != owed_cents:
        yield "wrong_fee" if collected_cents else "missing_fee"
    if account.late and collected_cents and timing == "before_deal":
        yield "late_fee"


def _exception(code: Code, wager: Wager, account: FeeAccount) -> FeeException:
    seat, player, role = wager
    is_late = code == "late_fee"
    return FeeException(
        code=code,
        seat=seat,
        player=player,
        role=role,
        assessed_cents=account.assessed_cents,
        waived_cents=account.waived_cents,
        collected_cents=account.collected_cents,
        difference_cents=0 if is_late else account.difference_cents,
    )
