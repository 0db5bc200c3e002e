"""Fee accounts: of each wager what was assessed, waived, and collected less refunded."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ledger.rules.fees import FeeLine, Role

What = Literal["collected", "waived", "refunded"]
# Whose fee it is: seat, player and role.
Wager = tuple[int, str, Role]


class FeeMove(Struct, frozen=True, kw_only=True):
    """Collection money as it was reported; `dealt` says that the first card lay by then."""

    seat: int
    player: str
    role: Role
    what: What
    amount_cents: int
    dealt: bool


class FeeAccount(Struct):
    """One wager's fee; `assessed_cents` is None when no tier of the schedule holds the wager.

    `after_first_card` says that money came behind that card, `late` that some of it was owed then.
    """

    assessed_cents: int | None
    waived_cents: int = 0
    collected_cents: int = 0
    after_first_card: bool = False
    late: bool = False

    @property
    def owed_cents(self) -> int:
        """What is to be collected; a waiver beyond the fee waives no more than it."""
        return max((self.assessed_cents or 0) - self.waived_cents, 0)

    @property
    def difference_cents(self) -> int:
        """What was collected beyond what was owed, negative below."""
        return self.collected_cents - self.owed_cents

    def move(self, move: FeeMove) -> None:
        """Count money that came or went back."""
        if move.what == "refunded":
            self.collected_cents -= move.amount_cents
            return
        self.late |= move.dealt and max(self.collected_cents, 0) < self.owed_cents
        self.after_first_card |= move.dealt
        self.collected_cents += move.amount_cents


def accounts(lines: Iterable[FeeLine], moves: Iterable[FeeMove]) -> dict[Wager, FeeAccount]:
    """Every wager that was assessed, then whoever else paid; waivers count before all money."""
    found = {(line.seat, line.player, line.role): FeeAccount(line.fee_cents) for line in lines}
    money = []
    for move in moves:
        account = found.setdefault((move.seat, move.player, move.role), FeeAccount(0))
        if move.what == "waived":
            account.waived_cents += move.amount_cents
        else:
            money.append((account, move))
    for account, move in money:
        account.move(move)
    return found
