"""`simulate`: legal random rounds into a sandbox house, and how often each feature was seen."""

import secrets
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import closing

from django.core.management.base import BaseCommand, CommandError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cardroom import clock
from cardroom.house import houses
from cardroom.house.view import HouseView
from cardroom.playing.in_process import InProcess
from cardroom.playing.over_http import OverHttp
from cardroom.playing.play import Play, Seen, together
from cardroom.playing.recorder import NotRecordedError, Recorder
from cardroom.playing.tables import settings, simulated
from cardroom.texts import counted
from tables.simulation.feature_names import FEATURES

FAILURE = 1
_TENTHS = 10


class Command(BaseCommand):
    """Plays from its own shoe and strategy, in process or against a server."""

    help = "Play M legal random rounds at each of N tables of a sandbox house."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How much is played, and where."""
        parser.add_argument("--tables", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="M", help="at each table")
        parser.add_argument("--seed", help="the same seed plays the same cards; default: a new one")
        parser.add_argument("--url", help="a server; without it, in this process")
        parser.add_argument("--key", help="a key of scope tables at that server")
        parser.add_argument("--house", metavar="CODE", help="needed where there are several")

    def handle(
        self,
        *,
        tables: int,
        rounds: int,
        seed: str | None,
        url: str | None,
        key: str | None,
        house: str | None,
        **_options: object,
    ) -> None:
        """Play, and say what was seen."""
        if tables < 1 or rounds < 1:
            raise CommandError("--tables and --rounds are at least 1")
        seed = secrets.token_hex(4) if seed is None else seed
        with closing(_recorder(url, key, house)) as recorder:
            view = _sandbox(recorder, house, tables)
            try:
                plays = _plays(recorder, view, tables=tables, rounds=rounds, seed=seed)
                self.stdout.write(f"house {view.house}, seed {seed}")
                self._follow(together(plays, rounds), rounds, plays[0].seen)
            except NotRecordedError as error:
                self.stderr.write(f"{error} (seed {seed})", lambda text: text)
                sys.exit(FAILURE)
        for line in _found(plays[0].seen, tables):
            self.stdout.write(line)

    def _follow(self, steps: Iterable[None], rounds: int, seen: Seen) -> None:
        """Play on, with a bar on a terminal and a line for every tenth elsewhere."""
        if self.stdout.isatty():
            columns = (TextColumn("rounds"), BarColumn(), MofNCompleteColumn())
            with Progress(*columns, TimeRemainingColumn()) as progress:
                for _ in progress.track(steps, total=rounds):
                    pass
            return
        for done, _ in enumerate(steps, start=1):
            if done * _TENTHS % rounds < _TENTHS:
                self.stdout.write(_progress(seen))


def _recorder(url: str | None, key: str | None, house: str | None) -> Recorder:
    if (url is None) != (key is None):
        raise CommandError("--url and --key go together")
    if url is not None and key is not None:
        try:
            return OverHttp(url, key)
        except ValueError as error:
            raise CommandError(f"--url: {error}") from None
    return InProcess(house or houses.only_house())


def _sandbox(recorder: Recorder, house: str | None, tables: int) -> HouseView:
    """The house, if it may be played in."""
    try:
        view = recorder.house()
    except NotRecordedError as error:
        raise CommandError(str(error)) from None
    if house not in {None, view.house}:
        raise CommandError(f"the key is of house {view.house}, not {house}")
    if not view.sandbox:
        raise CommandError(f"house {view.house} is no sandbox; its file has to say so")
    if len(view.tables) < tables:
        raise CommandError(
            f"there is room at {counted(len(view.tables), 'table')}, not at {tables}"
        )
    if not view.offerings or not view.authorisers:
        raise CommandError(f"house {view.house} lacks an offering or a person of the floor")
    return view


def _plays(
    recorder: Recorder, view: HouseView, *, tables: int, rounds: int, seed: str
) -> list[Play]:
    """The tables' plays, each beginning with another offering; what was left open is closed."""
    plays, seen, now = [], Seen(), clock.now()
    for number, code in enumerate(view.tables[:tables]):
        standing = recorder.standing(code)
        offered = settings(view, code)
        turn = number % len(offered)
        table = simulated(code, standing, rounds=rounds, seed=seed, now=now)
        play = Play(code, table, [*offered[turn:], *offered[:turn]], recorder, seen)
        if standing.is_open:
            play.clear(standing.open_round)
        plays.append(play)
    return plays


def _progress(seen: Seen) -> str:
    return f"{counted(seen.rounds, 'round')}, {counted(seen.events, 'event')}"


def _found(seen: Seen, tables: int) -> Iterator[str]:
    """What was seen, as people read it."""
    yield f"{counted(tables, 'table')}, {_progress(seen)}"
    for name in FEATURES:
        yield f"  {name:<26}{seen.features[name]:>10,}"
    for name in sorted(seen.features.keys() - FEATURES.keys()):
        yield f"  {name:<26}{seen.features[name]:>10,}  (in no case)"
    noted = ", ".join(f"{code} {number:,}" for code, number in seen.irregularities.most_common())
    yield f"noted: {noted or 'nothing'}"
    never = seen.never()
    yield f"never seen: {', '.join(never)}" if never else "every feature of the cases was seen"
