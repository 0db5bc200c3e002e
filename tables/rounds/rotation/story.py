"""Story: the rotation of one table as its events tell it, in the order of the stream.

It is the incremental fold: findings, their supersession, and the evidence of each gaming day.
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.rotation import notices
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import Day, HalfHour, Shift, TableDay, no_shifts
from tables.rounds.rotation.tally import Tally
from tables.rounds.rotation.watch import Watch
from tables.rounds.round_fold import begun, fold_round
from tables.rounds.state import Round
from tables.rules.rotation import verdict

# A round of the past as it stands behind a position.
PastRound = Callable[[int, int], Round]
# A table event that was corrected: where it stands, and as what, None when it was withdrawn.
Corrected = tuple[int, Recorded | None]

_WAGERS: Final = (e.WagerPlaced, e.WagerWithdrawn)

# What may make a round stand otherwise; a card if it's the first, a wager behind that.
_TELLING: Final = frozenset(
    {
        e.RoundOpened,
        e.CardDealt,
        e.WagerPlaced,
        e.WagerWithdrawn,
        e.WagerPaid,
        e.RoundCompleted,
        e.RoundSettled,
        e.RoundSettledByFloor,
        e.RoundVoided,
        e.RoundCorrected,
        e.RoundReportedLate,
        e.RoundRefolded,
    }
)


class Story:
    """One table's story so far. `past_round` is asked for rounds before the last.

    Of a round's events it heeds those that tell of it and its first card; the others may be left
    out, and wagers as well where no profile asks for them.
    """

    def __init__(
        self,
        course: Course,
        past_round: PastRound,
        *,
        keeps: bool = True,
        shift: Shift = no_shifts,
    ) -> None:
        self.course = course
        self.offerings = course.offerings
        self.past_round = past_round
        self.watch = Watch(course, keeps=keeps)
        self.tally = Tally(shift, keeps=keeps)
        self.round: Round | None = None
        self.before = course.table.last_round

    def take(self, event: Recorded, corrected: Corrected | None = None) -> None:
        """The next event of the stream; what a correction of a table event says comes with it."""
        fact = event.fact
        if isinstance(fact, e.OfRound | e.WholeRound | e.RoundSettled):
            if isinstance(fact, e.Reported):
                self.tally.reported(event)
            elif isinstance(fact, e.RoundReportedLate):
                self.tally.filled(fact.round)
            self._of_round(event, fact)
        elif isinstance(fact, e.EventCorrected):
            if corrected is not None:
                self.tally.corrected(*corrected, by=event.position)
                self.watch.corrected(*corrected, by=event.position)
        elif not isinstance(fact, e.TableRefolded):
            self.tally.reported(event)
            self.tally.happened(event)
            self.watch.happened(event)

    def _of_round(self, event: Recorded, fact: e.AboutRound) -> None:
        """An event of the last round, of the next one, or of one of the past."""
        number = fact.round if isinstance(fact, e.WholeRound) else event.round or 0
        if number <= self.before or type(fact) not in _TELLING:
            return  # it was judged when the story began, or tells nothing
        if isinstance(fact, e.RoundOpened):
            self.tally.opened(number, event.gaming_day, last=self.watch.last)
            now = self.round = begun(event, self.offerings)
        elif self.round is None or number != self.round.number:
            now = self.past_round(number, event.position)
        elif isinstance(fact, e.RoundRefolded):  # all its events are needed, by number
            now = self.round = self.past_round(number, event.position)
        else:
            now = self.round
            if not self._goes_on(now, event, fact):
                return
        before = self.watch.turns.get(number)
        self.tally.counted(before, self.watch.stands(now, by=event.position))

    def _goes_on(self, now: Round, event: Recorded, fact: e.AboutRound) -> bool:
        """Fold what tells of the last round; whether it may stand otherwise."""
        was_dealt = now.felt.dealt
        if isinstance(fact, e.CardDealt):  # the felt itself tells the rotation nothing
            if not was_dealt:
                now.events.append(event)
            now.felt.dealt = True
            return not was_dealt
        if isinstance(fact, _WAGERS):
            now.events.append(event)
            return was_dealt
        fold_round(now, event, fact, self.offerings)
        return True

    def day(self, day: date, *, backwards: int = 0, least: int = 0) -> TableDay:
        """What a gaming day came to by now; `backwards` counts clocks of events not read.

        `least` is a position that a day without any event rests on.
        """
        found: Day = self.tally.day(day)
        findings = tuple(each for each in self.watch.findings if each.gaming_day == day)
        findings += tuple(notices.without(found, day, self.course.code))
        known = verdict.evidence(
            self.tally.known(
                day,
                unknown=self.watch.course.unknown,
                open_round=self._open_round(day),
                backwards=backwards,
            )
        )
        return TableDay(
            table=self.course.code,
            verdict=verdict.of_table(findings, known),
            evidence=known,
            findings=findings,
            hands=sum(found.hands.values()),
            by_holder=_some(found.hands),
            companies=frozenset(found.companies & _some(found.hands).keys()),
            profiles=frozenset(found.profiles),
            half_hours=tuple(
                HalfHour(at, _some(hands)) for at, hands in sorted(found.course.items())
            ),
            longest_run=self.watch.longest_runs().get(day, 0),
            offers=found.offers.made,
            accepted=found.offers.accepted,
            declined=found.offers.declined,
            stops=found.stops,
            stays=self.watch.course.presence.stays,
            last_position=max(found.until, least, *(f.superseded_by or 0 for f in findings), 0),
        )

    def _open_round(self, day: date) -> int | None:
        now = self.round
        is_open = now is not None and now.ended_position is None and now.gaming_day == day
        return now.number if now and is_open else None


def _some(hands: dict[str, int]) -> dict[str, int]:
    """Those who have any left, after corrections."""
    return {holder: number for holder, number in hands.items() if number}
