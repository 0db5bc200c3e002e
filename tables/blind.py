"""Blindness: what tells of uncounted boxes is withheld from who may count.

Of a round that lies in a box which isn't counted yet, or in none that is known, nothing is told:
its wagers say by the schedule what the box should hold. Its events are left out, and where the
stream ends isn't told either, so that not even their number tells of fees. Of a table that never
announced a box, which nobody counts, the fees alone are withheld.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from cardroom.log import store
from cardroom.log.records import Head
from ledger.queries.seen import At, has_boxes, seen, told_until
from tables import history
from tables.feeless import FEE, OF_ROUNDS, WHOLE, feeless, without_notes
from tables.models import RoundRow
from tables.views import (
    Answer,
    EventItem,
    NotedAt,
    RoundSummary,
    RoundView,
    TableView,
    round_view,
    summary,
)

# A hidden round keeps its number, how far it has come, when it was opened, and its day.
_HIDDEN: Final[dict[str, Any]] = {
    **dict.fromkeys(("first_position", "last_position", "peek", "action_button_seat")),
    **dict.fromkeys(("hands", "wagers"), ()),
    **dict.fromkeys(("player_dealer", "fees", "settlement")),
    "withheld": True,
}


class Told(NamedTuple):
    """Events as they are told, and whether all that there is has been."""

    items: list[EventItem]
    is_all: bool


class Blind:
    """One table, seen by somebody who may count its boxes."""

    def __init__(self, head: Head) -> None:
        self.head = head

    @cached_property
    def until(self) -> int | None:
        """Where the stream ends for him; None where it does for everybody."""
        return told_until(self.head.stream_id)

    @cached_property
    def is_boxless(self) -> bool:
        """Whether the table never announced a box."""
        return not has_boxes(self.head.stream_id)

    def seen(self, numbers: Iterable[int]) -> dict[int, int]:
        """Up to which position rounds are told, by their numbers; 0 for nothing of one."""
        found = seen([At(self.head.stream_id, number) for number in numbers])
        return {at.round: until for at, until in found.items()}

    def events(self, items: Sequence[EventItem]) -> Told:
        """Events as he is told them, none of them behind the end of his stream."""
        if self.is_boxless:
            found = [one for one in map(feeless, items) if one is not None]
            return Told(found, is_all=found == [*items])
        told = [(item, _number(item)) for item in items]
        rounds = self.seen({number for _, number in told if number is not None})
        shown = [
            item if number is not None else without_notes(item)
            for item, number in told
            if number is None or item.position <= rounds[number]
        ]
        return Told(shown, is_all=self.until is None and shown == [*items])

    def round(self, number: int, at: int | None) -> RoundView:
        """A round as far as it is seen, by where its money lies at present. Raises Missing.

        A hidden one is the same at every position: from which on it was dealt says what it paid.
        """
        if self.is_boxless:
            view = round_view(self._code, history.round_at(self.head, number, until=at))
            return structs.replace(view, fees=None, withheld=True)
        until = self.seen([number])[number]
        if not until:
            now = history.round_at(self.head, number)
            return structs.replace(round_view(self._code, now), **_HIDDEN)
        shown = until if at is None else min(at, until)
        return round_view(self._code, history.round_at(self.head, number, until=shown))

    def rounds(self, found: Sequence[RoundSummary]) -> list[RoundSummary]:
        """Rounds with their settlements, as far as each is seen."""
        if self.is_boxless:
            return [*found]
        told = self.seen(each.round for each in found)
        last = RoundRow.last_positions(self.head.house, self._code, told)
        return [
            each if last[each.round] <= told[each.round] else self._summary(each, told[each.round])
            for each in found
        ]

    def _summary(self, present: RoundSummary, until: int) -> RoundSummary:
        if not until:
            return _without_settlement(present)
        return summary(history.round_at(self.head, present.round, until=until))

    def table(self, view: TableView) -> TableView:
        """The live state without the wagers of the round in play, and without how far it is."""
        if self.until is None:
            return view
        now = view.round
        told: dict[str, Any] = {"last_position": self.until, "withheld": True}
        if now is not None:
            told |= {"round": structs.replace(now, wager_cents=None), "next": ()}
        return structs.replace(view, **told)

    def answer(self, found: Answer, own: Collection[int]) -> Answer:
        """An answer to his batch, which has given some rounds as a whole: those are his `own`.

        What the service appended is listed where all of it may be read.
        """
        if self.is_boxless:
            return structs.replace(found, irregularities=_but(found, {FEE}))
        told = self.seen(each.round for each in found.rounds)
        seen_whole = {number for number, until in told.items() if found.last_position <= until}
        until = found.last_position if self.until is None else max(self.until, *found.positions)
        return structs.replace(
            found,
            last_position=until,
            appended=found.appended if seen_whole == told.keys() else (),
            irregularities=_but(found, {FEE} if seen_whole == told.keys() else OF_ROUNDS),
            rounds=tuple(
                each if each.round in own or each.round in seen_whole else _without_settlement(each)
                for each in found.rounds
            ),
            state=self.table(found.state),
        )

    @property
    def _code(self) -> str:
        return self.head.stream.removeprefix(history.stream_of(""))


def are_hidden(house: str, places: Iterable[tuple[str, int, int]]) -> bool:
    """Whether any of some events isn't told him: by table, round, and position."""
    rounds: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for table, number, position in places:
        rounds[table][number] = max(position, rounds[table].get(number, 0))
    for table, last in rounds.items():
        head = store.head(house, history.stream_of(table))
        seen = {} if head is None else Blind(head).seen(last)
        if any(last[number] > until for number, until in seen.items()):
            return True
    return False


def _but(found: Answer, codes: Collection[str]) -> tuple[NotedAt, ...]:
    return tuple(note for note in found.irregularities if note.code not in codes)


def _without_settlement(present: RoundSummary) -> RoundSummary:
    return structs.replace(present, settlement=None, withheld=True)


def _number(item: EventItem) -> int | None:
    """The round that an event tells of."""
    if item.type in WHOLE:
        number: int = msgspec.json.decode(item.data)["round"]
        return number
    return item.round
