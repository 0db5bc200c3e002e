"""An offering: a rule set as a table offers it, its limits, pay tables and fee schedule bound."""

from msgspec import Struct

from ledger.rules.fees import Schedule
from tables.rules.paytables import PayTable
from tables.rules.ruleset import Limits, RuleSet


class Offering(Struct, frozen=True, kw_only=True):
    """One version of an offering; `rules` carries its seats, decks, coverage policy and limits."""

    code: str
    version: int
    rules: RuleSet
    paytables: dict[str, PayTable]
    schedule: Schedule
    rotation_profile: str

    def limit(self, kind: str) -> Limits:
        """Least and most for a kind of wager, in cents."""
        return self.rules.limits[kind]
