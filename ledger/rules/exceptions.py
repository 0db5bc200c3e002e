"""Fee exceptions: a round's collection money against its assessment, wager by wager.

A wager owes its fee less what was waived of it; collected is collected less refunded. Over any
rounds the differences add up to what was collected beyond what was owed, so none hides another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from cardroom.money import dollars
from ledger.rules.fees import FeeLine, Role, Timing

Code = Literal["missing_fee", "wrong_fee", "unexpected_fee", "late_fee", "no_tier", "no_first_card"]
What = Literal["collected", "waived", "refunded"]

_SAID: Final = {
    "missing_fee": "{assessed} assessed, nothing collected",
    "wrong_fee": "{assessed} assessed, {collected} collected",
    "unexpected_fee": "{collected} collected, nothing owed",
    "late_fee": "collected after the first card, due before the deal",
    "no_tier": "no tier of the schedule holds the wager, {collected} collected",
    "no_first_card": "{collected} collected, no card was dealt",
}


class FeeMove(Struct, frozen=True, kw_only=True):
    """Collection money as it was reported; `dealt` says that the first card lay by then."""

    seat: int
    player: str
    role: Role
    what: What
    amount_cents: int
    dealt: bool


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
    def wager(self) -> tuple[int, str, str]:
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


class _Account(Struct):
    """One wager's fee: assessed, waived, and collected less refunded, in cents."""

    assessed_cents: int | None
    waived_cents: int = 0
    collected_cents: int = 0
    after_first_card: bool = False
    late: bool = False

    @property
    def owed_cents(self) -> int:
        """A waiver beyond the fee waives no more than it."""
        return max((self.assessed_cents or 0) - self.waived_cents, 0)

    def move(self, move: FeeMove) -> None:
        """Count money; what comes after the first card is late while something is still owed."""
        if move.what == "refunded":
            self.collected_cents -= move.amount_cents
            return
        self.late |= move.dealt and max(self.collected_cents, 0) < self.owed_cents
        self.after_first_card |= move.dealt
        self.collected_cents += move.amount_cents


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
        for wager, account in _accounts(lines, moves).items()
        for code in _codes(account, timing, course)
    ]


def _accounts(
    lines: Sequence[FeeLine], moves: Iterable[FeeMove]
) -> Mapping[tuple[int, str, Role], _Account]:
    """Every wager that was assessed, and whoever else paid; all waivers count before the money."""
    found = {(line.seat, line.player, line.role): _Account(line.fee_cents) for line in lines}
    money = []
    for move in moves:
        account = found.setdefault((move.seat, move.player, move.role), _Account(0))
        if move.what == "waived":
            account.waived_cents += move.amount_cents
        else:
            money.append((account, move))
    for account, move in money:
        account.move(move)
    return found


def _codes(account: _Account, timing: Timing, course: Course) -> Iterator[Code]:
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


def _exception(code: Code, wager: tuple[int, str, Role], account: _Account) -> FeeException:
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
        difference_cents=0 if is_late else account.collected_cents - account.owed_cents,
    )
