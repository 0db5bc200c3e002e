"""Playing the demo's evening: whatever of it isn't recorded yet, table beside table."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from django.conf import settings
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from cardroom import clock
from cardroom.demo import counting, guide, house, people
from cardroom.demo.evening import Evening, evenings
from cardroom.playing.over_http import OverHttp
from cardroom.playing.recorder import NotRecordedError
from tables.simulation.stream import Event

TITLE: Final = "demo evening"
_SAY_EVERY: Final = 10


class Batch(NamedTuple):
    """A batch that a table hasn't recorded yet."""

    table: str
    events: list[Event]


class Recorder(OverHttp):
    """A table system on this machine, behind whatever speaks TLS to the others."""

    def __init__(self, url: str, key: str) -> None:
        super().__init__(url, key)
        if settings.HTTPS:
            self._headers["X-Forwarded-Proto"] = "https"


def play(console: Console, *, url: str, show_keys: bool) -> list[str]:
    """Have the evening recorded at this server; gives lines to show, with keys only if wanted.

    An evening that was interrupted goes on; a complete one isn't touched. Raises Forbidden in
    a database that others use, NotRecordedError when the server doesn't answer.
    """
    now = clock.now()
    loaded_at = house.loaded(now)
    keys = house.issue_keys(now)
    tables, cage = Recorder(url, keys.tables), Recorder(url, keys.cage)
    with closing(tables) as recorder, closing(cage):
        nights = list(evenings(recorder.house(), loaded_at))
        try:
            _follow(_left(recorder, nights), recorder, console)
            counting.count(cage, nights)
        except NotRecordedError as error:
            # What was made of the demo since may not fit together with its evening any more.
            _say(console, f"{TITLE}: it can't go on: {error}")
        in_play = [night for night in nights if _is_in_play(recorder, night)]
    password = people.a_password() if show_keys else None
    logins = guide.logins(url, people.sign_in_with(password), password)
    head, *more = guide.lines(url, nights, in_play, keys if show_keys else None, now)
    return [head, *logins, *more]


def _left(recorder: OverHttp, nights: Iterable[Evening]) -> list[Batch]:
    """The batches that are still to come, as if the tables were played side by side."""
    left = [[Batch(night.table, one) for one in _after(recorder, night)] for night in nights]
    return [batch for batch in chain.from_iterable(zip_longest(*left)) if batch is not None]


def _after(recorder: OverHttp, night: Evening) -> Sequence[list[Event]]:
    """What a table lacks; a batch is recorded whole, so its last round tells."""
    standing = recorder.standing(night.table)
    if standing.last_at is None:
        return night.batches
    if standing.last_round >= night.rounds and not standing.is_open:
        return []
    return night.batches[standing.last_round + 1 :]


def _is_in_play(recorder: OverHttp, night: Evening) -> bool:
    """Whether the round that the evening leaves in play still is."""
    return bool(night.rest) and recorder.standing(night.table).open_round == night.rounds


def _follow(batches: list[Batch], recorder: OverHttp, console: Console) -> None:
    """Record, with a bar on a terminal and a line now and then elsewhere."""
    if not batches:
        return
    steps = _record(batches, recorder)
    if console.is_terminal:
        columns = (TextColumn(TITLE), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=console) as progress:
            for _ in progress.track(steps, total=len(batches)):
                pass
        return
    for done, _ in enumerate(steps, start=1):
        if done % _SAY_EVERY == 0 or done == len(batches):
            _say(console, f"{TITLE}: {done} of {len(batches)} batches")


def _record(batches: Iterable[Batch], recorder: OverHttp) -> Iterator[None]:
    for batch in batches:
        recorder.record(batch.table, batch.events)
        yield


def _say(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)
