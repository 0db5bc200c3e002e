"""Verdict: what may be said of a table's gaming day, and on which evidence. Never on thin one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from cardroom.texts import counted
from tables.rules.rotation.findings import Finding

Verdict = Literal["no_violation_found", "violations", "indeterminate"]

_MONEY: Final = "it moves money, and nobody holds the position longer or shorter by it"
_FURNITURE: Final = "it changes nobody's turn"

# Kinds of events whose loss may leave a verdict as it is, and why that is no thin evidence.
WITHOUT_BEARING: Final[Mapping[str, str]] = {
    "action_button.placed": _MONEY,
    "box.changed": _MONEY,
    "card.burned": _FURNITURE,
    "card.dealt": "the attested number misses a round's first, and no other makes a hand",
    "dealer.changed": _FURNITURE,
    "decision.made": _MONEY,
    "fee.collected": _MONEY,
    "fee.refunded": _MONEY,
    "fee.waived": _MONEY,
    "incident.noted": "it says what it says",
    "notice.checked": "it bears on a notice alone, whose want D7 finds",
    "play.paused": "a run goes on through it (R2)",
    "play.resumed": "a run goes on through it (R2)",
    "player_dealer.offered": "of the holder, or before he kept the position, or a game began; any"
    " other is missed: of who took it, of who was passed by (R10), or before a stop",
    "player_dealer.wagered": _MONEY,
    "seat.left": "of somebody whom nobody passed by",
    "seat.taken": "of somebody who neither wagered nor was player-dealer",
    "shoe.loaded": _FURNITURE,
    "table.closed": "a run goes on through it (R2)",
    "wager.added": _MONEY,
    "wager.placed": _MONEY,
    "wager.withdrawn": _MONEY,
}


class Attestation(Struct, frozen=True):
    """What a table system attests of a gaming day."""

    last_round: int
    rounds_dealt: int


class Evidence(Struct, frozen=True, kw_only=True):
    """Whether all of a table's gaming day is known; `reasons` say what isn't."""

    complete: bool
    missing_rounds: tuple[int, ...]
    reasons: tuple[str, ...]


class Known(Struct, kw_only=True):
    """What is known of a table's gaming day.

    `last_round` is the highest opened, `rounds_dealt` counts first cards, voided rounds and those
    reported late included; `unidentified` are rounds whose player-dealer nobody identified,
    `unanswered` those whose player-dealer took the position and is on record with no acceptance,
    `unasked` stops for want of a player-dealer before everyone had answered, `unstarted` rounds of
    a game that had ended, `unended` starts of one that ran.
    """

    last_round: int = 0
    rounds_dealt: int = 0
    missing: Sequence[int] = ()
    attested: Sequence[Attestation] = ()
    unidentified: Sequence[int] = ()
    unanswered: Sequence[int] = ()
    unasked: int = 0
    unstarted: Sequence[int] = ()
    unended: int = 0
    backwards: int = 0
    open_round: int | None = None


def evidence(known: Known) -> Evidence:
    """Complete, or why it isn't."""
    reasons = []
    if known.missing:
        reasons.append(f"missing rounds: {_listed(known.missing)}")
    if not known.attested:
        reasons.append("the day is not attested")
    elif Attestation(known.last_round, known.rounds_dealt) not in known.attested:
        said = known.attested[-1]
        reasons.append(
            f"attested {counted(said.rounds_dealt, 'hand')} to round {said.last_round},"
            f" known {known.rounds_dealt} to round {known.last_round}"
        )
    if known.unidentified:
        reasons.append(f"unidentified player-dealer in rounds: {_listed(known.unidentified)}")
    if known.unanswered:
        reasons.append(f"no acceptance of the position in rounds: {_listed(known.unanswered)}")
    if known.unasked:
        reasons.append(
            f"stopped {counted(known.unasked, 'time')} before everyone is known to have declined"
        )
    if known.unstarted:
        reasons.append(f"no start of a game before rounds: {_listed(known.unstarted)}")
    if known.unended:
        reasons.append(f"a game started {counted(known.unended, 'time')} that had not ended")
    if known.backwards:
        reasons.append(f"clocks ran backwards at {counted(known.backwards, 'event')}")
    if known.open_round is not None:
        reasons.append(f"round {known.open_round} is still open: a batch is to come")
    return Evidence(
        complete=not reasons, missing_rounds=tuple(known.missing), reasons=tuple(reasons)
    )


_MOST_LISTED: Final = 20


def _listed(numbers: Sequence[int]) -> str:
    more = len(numbers) - _MOST_LISTED
    shown = ", ".join(map(str, numbers[:_MOST_LISTED]))
    return f"{shown} and {more} more" if more > 0 else shown


def of_table(findings: Iterable[Finding], known: Evidence) -> Verdict:
    """A violation is one on any evidence; that there is none is said on all of it alone."""
    if any(finding.counts for finding in findings):
        return "violations"
    return "no_violation_found" if known.complete else "indeterminate"


def of_house(tables: Iterable[Verdict], together: Iterable[Finding] = ()) -> Verdict:
    """The worst of its tables', and of what was found over all of them.

    Nothing can be said of a house without any.
    """
    found = set(tables)
    if "violations" in found or any(finding.counts for finding in together):
        return "violations"
    return "no_violation_found" if found == {"no_violation_found"} else "indeterminate"
