"""The settings of a profile: limits, thresholds, and what is read in one way of several."""

from typing import Final, Literal

from msgspec import Struct

MINUTE_MS: Final = 60_000

Clock = Literal["wall", "play"]
Reading = Literal["sliding", "fixed"]


class Settings(Struct, frozen=True, kw_only=True):
    """What a profile's rules go by.

    `holder`: a company's players hold the position together, or each person for himself. `hands`:
    the most in a row. `others` distinct people within `minutes` (D2), a violation by `clock` and
    `reading`, an alert by the others. R11: the percentage of at least `pattern_least_hands` hands
    within `pattern_days` gaming days. `apart_seconds`: how far the clocks of two tables may differ.
    """

    holder: Literal["company", "person"] = "company"
    hands: int = 2
    minutes: int = 40
    others: int = 2
    clock: Clock = "wall"
    reading: Reading = "sliding"
    pattern_days: int = 7
    pattern_percent: int = 40
    pattern_least_hands: int = 200
    apart_seconds: int = 60

    @property
    def span_ms(self) -> int:
        """The D2 span in milliseconds."""
        return self.minutes * MINUTE_MS
