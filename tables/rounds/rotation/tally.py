"""Tally: what a table's gaming day had, and the evidence that all of it is known."""

from datetime import date, datetime
from typing import Final

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.rotation.days import Day, Gap, Shift, count_in
from tables.rounds.rotation.unknown import Unknown, of_day
from tables.rules.rotation.facts import Turn
from tables.rules.rotation.profiles import DEFAULT
from tables.rules.rotation.verdict import Attestation, Known

HALF: Final = 30  # minutes of an hour


class Tally:
    """The gaming days of a table, kept as its events come and its rounds change.

    Without `keeps` it takes back no table event, as for a stream in which none is corrected.
    """

    def __init__(self, shift: Shift, *, keeps: bool = True) -> None:
        self.shift, self.keeps = shift, keeps
        self.days: dict[date, Day] = {}
        self.gaps: list[Gap] = []
        self.last_at: datetime | None = None
        self.last_day: date | None = None
        self._happened: dict[int, Recorded] = {}

    def day(self, day: date) -> Day:
        """A gaming day, from its first event on."""
        return self.days.setdefault(day, Day())

    def reported(self, event: Recorded) -> None:
        """An event that the table reported, one at a time; its clock is heeded."""
        day = self.day(event.gaming_day)
        day.is_seen = True
        if self.last_at is not None and event.occurred_at < self.last_at:
            day.backwards += 1
        self.last_at = event.occurred_at

    def happened(self, event: Recorded) -> None:
        """A table event."""
        self._count(event, 1)
        self._rests_on(event, event.position)
        if self.keeps:
            self._happened[event.position] = event

    def corrected(self, position: int, record: Recorded | None, *, by: int) -> None:
        """The table event at a position as it should have been; None when it was withdrawn."""
        before = self._happened.pop(position, None)
        if before is not None:
            self._count(before, -1)
            self._rests_on(before, by)
        if record is not None:
            self.happened(record)
            self._rests_on(record, by)

    def _rests_on(self, event: Recorded, position: int) -> None:
        """What is said of an event's day, or of that which it attests, rests on a position."""
        fact = event.fact
        day = self.day(fact.gaming_day if isinstance(fact, e.DayAttested) else event.gaming_day)
        day.until = max(day.until, position)

    def _count(self, event: Recorded, times: int) -> None:
        """Count a table event, or take it back."""
        day = self.day(event.gaming_day)
        match event.fact:
            case e.DayAttested() as said:
                attested = Attestation(said.last_round, said.rounds_dealt)
                count_in(self.day(said.gaming_day).attested, attested, times)
            case e.GameEnded():
                day.stops += times
            case e.PlayerDealerOffered(accepted=accepted):
                day.offers.made += times
                day.offers.accepted += times * accepted
                day.offers.declined += times * (not accepted)
            case e.NoticeChecked(present=True):
                count_in(day.checked, self.shift(event.occurred_at), times)
            case _:
                pass

    def opened(self, number: int, day: date, *, last: int) -> None:
        """A round opens behind the last one; the numbers between are missing."""
        if number > last + 1:
            days = {day} | ({self.last_day} if self.last_day else set())
            self.gaps.append(Gap([*range(last + 1, number)], days))
        self.last_day = day

    def filled(self, number: int) -> None:
        """A missing round was reported after all."""
        for gap in self.gaps:
            if number in gap.missing:
                gap.missing.remove(number)

    def counted(self, before: Turn | None, turn: Turn) -> None:
        """A round stands otherwise than before; of one that merely came to its end nothing does."""
        if before is not None and _tells(before) == _tells(turn):
            return
        if before is not None and before.is_dealt:
            self._add(before, -1)
        self._add(turn, 1)

    def _add(self, turn: Turn, by: int) -> None:
        day = self.day(turn.gaming_day)
        day.last_round = max(day.last_round, turn.round)
        day.dealt += by * turn.is_dealt
        day.profiles.add(turn.profile)
        if by > 0 and turn.is_dealt and turn.profile != DEFAULT:
            shift = self.shift(turn.at)
            if shift is not None:
                day.played.setdefault(shift, turn)
        if turn.counts:
            day.hands[turn.holder] = day.hands.get(turn.holder, 0) + by
            since = turn.at.replace(minute=turn.at.minute // HALF * HALF, second=0, microsecond=0)
            hands = day.course.setdefault(since, {})
            hands[turn.holder] = hands.get(turn.holder, 0) + by
            if turn.holder != turn.player:
                day.companies.add(turn.holder)

    def known(
        self, day: date, *, unknown: Unknown, open_round: int | None, backwards: int
    ) -> Known:
        """What is known of a day; answers are missed where any offer of it is on record."""
        found = self.day(day)
        missing = [number for gap in self.gaps if day in gap.days for number in gap.missing]
        return Known(
            last_round=found.last_round,
            rounds_dealt=found.dealt,
            missing=sorted(missing),
            attested=found.attested,
            unidentified=of_day(unknown.unidentified, day),
            unanswered=of_day(unknown.unanswered, day) if found.offers.made else (),
            unasked=len(of_day(unknown.unasked, day)) if found.offers.made else 0,
            unstarted=of_day(unknown.unstarted, day),
            unended=len(of_day(unknown.unended, day)),
            backwards=max(found.backwards, backwards),
            open_round=open_round,
        )


def _tells(turn: Turn) -> tuple[object, ...]:
    """What of a round is counted."""
    return turn.is_dealt, turn.counts, turn.gaming_day, turn.holder, turn.at, turn.profile
