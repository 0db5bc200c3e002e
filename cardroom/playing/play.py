"""Play: every table its rounds, evening after evening, and what was seen of each feature."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

from cardroom.playing.recorder import JSON, NotRecordedError, Recorder
from tables.simulation.feature_names import FEATURES
from tables.simulation.features import features_of
from tables.simulation.setting import Setting
from tables.simulation.stream import Event
from tables.simulation.table import Table

# An evening is short enough that every offering has its turn, within these bounds.
_SHORTEST_EVENING: Final = 10
_LONGEST_EVENING: Final = 200
_SEVEN: Final = 7


@dataclass
class Seen:
    """Counts of what was recorded."""

    rounds: int = 0
    events: int = 0
    features: Counter[str] = field(default_factory=Counter)
    irregularities: Counter[str] = field(default_factory=Counter)

    def never(self) -> list[str]:
        """Features that the case files name and nobody saw."""
        return [name for name in FEATURES if not self.features[name]]

    def count(self, answer: JSON) -> None:
        """Count a recorded batch."""
        self.events += answer["recorded"] + len(answer["appended"])
        self.irregularities.update(noted["code"] for noted in answer["irregularities"])


@dataclass
class Play:
    """One table's play: `settings` in the order in which their evenings come."""

    code: str
    table: Table
    settings: Sequence[Setting]
    recorder: Recorder
    seen: Seen

    def rounds(self, count: int) -> Iterator[None]:
        """Record so many rounds, and stop after each. Raises NotRecordedError."""
        fair = -(-count // len(self.settings))
        longest = min(max(fair, _SHORTEST_EVENING), _LONGEST_EVENING)
        for setting in cycle(self.settings):
            evening = min(longest, count)
            self._record(self.table.open(setting))
            for number in range(evening):
                self._round(number)
                yield
            self._record(self.table.close())
            count -= evening
            if not count:
                return

    def clear(self, open_round: int | None) -> None:
        """Close the table that others left open."""
        self._record(self.table.clear(open_round=open_round, setting=self.settings[0]))

    def _round(self, number: int) -> None:
        played = self.table.play_round()
        answer = self._record(played.events)
        events = [event for event in played.events if event.get("round") == played.number]
        settlement = answer["rounds"][-1]["settlement"]
        self.seen.rounds += 1
        self.seen.features.update(features_of(settlement, events))
        if number % _SEVEN == _SEVEN - 1:
            self.seen.features["rounds-7"] += 1

    def _record(self, events: Sequence[Event]) -> JSON:
        try:
            answer = self.recorder.record(self.code, events)
        except NotRecordedError as error:
            last = self.table.last_round
            raise NotRecordedError(f"table {self.code}, round {last}: {error}") from error
        self.seen.count(answer)
        return answer


def together(plays: Sequence[Play], rounds: int) -> Iterator[None]:
    """Play all tables side by side, stopping after a round at each; then close them."""
    going = [play.rounds(rounds) for play in plays]
    for _ in range(rounds):
        for play in going:
            next(play)
        yield
    for play in going:
        next(play, None)
