"""What a house needs to know of the games; the caller tells it, for no rule is imported here."""

from collections.abc import Mapping

from msgspec import Struct


class SideBetFacts(Struct, frozen=True, kw_only=True):
    """A side bet: the lowest count that can win, and the rows of each pay table by its name."""

    first_count: int
    paytables: Mapping[str, Mapping[int, int]]


class GameFacts(Struct, frozen=True, kw_only=True):
    """One game: its side bets, how it settles and its position rotates, the seats of its layout."""

    slug: str
    side_bets: Mapping[str, SideBetFacts]
    coverage_policies: tuple[str, ...]
    rotation_profiles: tuple[str, ...]
    max_seats: int

    @property
    def wager_kinds(self) -> tuple[str, ...]:
        """Kinds of wager that a table of this game takes before the first card."""
        return ("game", *self.side_bets)
