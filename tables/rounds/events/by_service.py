"""Facts that the service decides and appends: fees assessed, rounds settled."""

from typing import ClassVar

from ledger.rules.fees import FeeLine
from tables.rounds.events.values import OfRound
from tables.rules.settlement import Settlement


class FeesAssessed(OfRound, frozen=True, kw_only=True):
    """The service's assessment of the collection fees, after the first card."""

    revision: int
    lines: tuple[FeeLine, ...]


class RoundSettled(Settlement, frozen=True, kw_only=True):
    """The service's settlement."""

    of_round: ClassVar[bool | None] = True
