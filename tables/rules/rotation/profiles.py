"""Profiles: which rules of rotation hold, from when, with which limits; versioned, never edited.

A finding names the profile and version that judged it. `two_hands` holds everywhere (Penal Code
330.11; Oliver v. County of Los Angeles, 1998). An offering may name another profile beside it.
"""

from datetime import date
from typing import Final, Literal

from msgspec import Struct

from tables.rules.rotation.settings import Settings

Rule = Literal[
    "R1", "R2", "R3", "R5", "R6", "R7", "R8", "R10", "R11",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7",
]  # fmt: skip


class Profile(Struct, frozen=True, kw_only=True):
    """One version of a profile, from a gaming day to another, both included.

    In `shadow` its findings are shown and marked, and count for no verdict.
    """

    name: str
    version: int
    effective_from: date
    effective_to: date | None = None
    shadow: bool = False
    rules: tuple[Rule, ...]
    settings: Settings

    @property
    def label(self) -> str:
        """Name and version, as a finding keeps them."""
        return f"{self.name} {self.version}"

    def is_effective(self, day: date) -> bool:
        """Whether it judges the rounds of a gaming day."""
        return self.effective_from <= day and (
            self.effective_to is None or day <= self.effective_to
        )


DEFAULT: Final = "two_hands"

PROFILES: Final[dict[str, tuple[Profile, ...]]] = {
    DEFAULT: (
        Profile(
            name=DEFAULT,
            version=1,
            effective_from=date(1998, 1, 1),
            rules=("R1", "R2", "R3", "R5", "R6", "R7", "R8", "R10", "R11"),
            settings=Settings(),
        ),
    ),
    # Approved for April 2026 and set aside by a court later that year: it runs in shadow alone.
    "ca_2076": (
        Profile(
            name="ca_2076",
            version=1,
            effective_from=date(2026, 4, 1),
            shadow=True,
            rules=("D1", "D2", "D3", "D4", "D5", "D6", "D7"),
            settings=Settings(),
        ),
    ),
}


_Versions = tuple[Profile, ...]
# By name and gaming day, with the profiles that they were found in: asked for every hand.
_judging: dict[tuple[str, date], tuple[_Versions, _Versions, _Versions]] = {}


def judging(name: str, day: date) -> tuple[Profile, ...]:
    """The versions that judge a gaming day where an offering names a profile.

    The default judges always, the named one beside it; each by its newest effective version.
    """
    kept = PROFILES[DEFAULT], PROFILES[name]
    known = _judging.get((name, day))
    if known is None or known[0] is not kept[0] or known[1] is not kept[1]:
        found = (_newest(each, day) for each in dict.fromkeys((DEFAULT, name)))
        judges = tuple(profile for profile in found if profile is not None)
        known = _judging[name, day] = (*kept, judges)
    return known[2]


def most_hands(day: date) -> int:
    """How many hands in a row one holder may have on a gaming day."""
    return next((profile.settings.hands for profile in judging(DEFAULT, day)), Settings().hands)


def _newest(name: str, day: date) -> Profile | None:
    versions = [profile for profile in PROFILES[name] if profile.is_effective(day)]
    return max(versions, key=lambda profile: profile.version, default=None)
