"""Pages of the back office over a large log: statements and time of each, beside a bare page.

Every page of the map is asked for, by somebody who may see it, in this process and without a
socket. The yardstick is the page of one's own password: the same log-in and frame, and no list.
"""

import re
from collections.abc import Iterator
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple

import psycopg
from django.db import connections
from django.db.models import Max
from django.test import Client
from django.urls import reverse

from cardroom.house import houses
from cardroom.house.logins import login_of
from cardroom.log import store
from cardroom.log.models import Event, Head
from cardroom.pages.map import PAGES
from cardroom.staff import logins
from tables import history
from tables.models import RoundRow, TableRow
from tests.benchmarks import big_day, figures
from tests.benchmarks.installation import HOUSE, Installation, load
from tests.benchmarks.posting import Size
from tests.pages.matrix import MATRIX
from tests.phones import Phone

_PASSWORD: Final = "seven-decks-of-cards"  # noqa: S105 - in a database that is thrown away
_YARDSTICK: Final = "password_change"
# Queries of lists, where the page without one isn't the hardest.
_ASKED: Final = {
    "events": ("", "?type=seat.left", "?round={number}"),
    "evening": ("", "?before={number}"),
    "floor": ("", "?show=needs"),
    "round": ("", "?all=1"),
    "search": ("", "?q={code}+{number}", "?q=P-1004", "?q=$37.50"),
}


class Asked(NamedTuple):
    """A page that is measured, and by whom."""

    name: str
    path: str
    client: Client


class Seen(NamedTuple):
    """What came of it: the first time, and each block's, in ms; statements of the last one."""

    status: int
    first_ms: float
    each_ms: list[float]
    statements: int


def pages(made: Installation, size: Size) -> Iterator[str]:
    """Each page by turns with the yardstick."""
    started = monotonic()
    laid = big_day.play(made, size.rounds)
    _freeze()
    load(sorted(TableRow.objects.values_list("code", flat=True)))
    connections.close_all()
    events = sum(Head.objects.filter(house=HOUSE).values_list("position", flat=True))
    yield f"{laid.rounds:,} rounds, {events:,} events, laid in {monotonic() - started:.0f} s"
    people = _People()
    for asked in _all(people):
        bare = Asked(_YARDSTICK, reverse(f"admin:{_YARDSTICK}"), asked.client)
        beside, seen = _measure(bare, asked, size.blocks)
        if seen.status != 200:
            yield f"{asked.path:<36} answers {seen.status} here: not measured"
            continue
        ratio = figures.ratios(seen.each_ms, beside.each_ms)
        note = f"first {seen.first_ms:,.0f} ms, {seen.statements} statements"
        yield figures.line(asked.path, seen.each_ms, "ms", note)
        yield figures.line("  / bare page", ratio, "", f"{beside.statements} statements")
    connections.close_all()


def _all(people: "_People") -> Iterator[Asked]:
    """Every page of the map with every query, its route filled from what was laid."""
    row = TableRow.objects.order_by("code").first()
    if row is None:
        raise RuntimeError("no table was laid")
    known: dict[str, Any] = {"code": row.code, "number": row.last_round}
    taken = Event.objects.filter(stream_id=row.stream_id, type="seat.taken").first()
    known["position"] = taken.position if taken else 1
    for page in PAGES:
        wanted = MATRIX[page.name]
        named = re.findall(r"<\w+:(\w+)>", page.path)
        route = {name: known.get(name, wanted.route.get(name)) for name in named}
        path = reverse(f"admin:{page.name}", kwargs=route)
        role = "supervisor" if "supervisor" in wanted.sees else min(wanted.sees)
        for query in _ASKED.get(page.name, ("",)):
            yield Asked(page.name, path + query.format(**known), people.of(role))


def _measure(bare: Asked, asked: Asked, blocks: int) -> tuple[Seen, Seen]:
    """Both by turns; the first turn only warms up, and is told."""
    turns = [(_once(bare), _once(asked)) for _ in range(blocks + 1)]
    return _seen([turn[0] for turn in turns]), _seen([turn[1] for turn in turns])


def _seen(turns: list[tuple[int, float, int]]) -> Seen:
    (_, first_ms, _), *_ = turns
    status, _, statements = turns[-1]
    return Seen(status, first_ms, [ms for _, ms, _ in turns[1:]], statements)


def _once(asked: Asked) -> tuple[int, float, int]:
    """Status, milliseconds and statements of a request."""
    execute, statements = psycopg.Cursor.execute, 0

    def counting(self: psycopg.Cursor[Any], *args: Any, **more: Any) -> Any:  # noqa: ANN401
        nonlocal statements
        statements += 1
        return execute(self, *args, **more)

    psycopg.Cursor.execute = counting  # type: ignore[method-assign]
    try:
        started = perf_counter()
        status = asked.client.get(asked.path).status_code
        return status, 1_000 * (perf_counter() - started), statements
    finally:
        psycopg.Cursor.execute = execute  # type: ignore[method-assign]


class _People:
    """Somebody of each role who has signed in, made when first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Client] = {}

    def of(self, role: str) -> Client:
        """A browser of somebody who has this role."""
        if role not in self._known:
            self._known[role] = _signed_in(role)
        return self._known[role]


def _signed_in(role: str) -> Client:
    people = houses.facts(HOUSE).people
    person = next((code for code, roles in sorted(people.items()) if role in roles), None)
    if person is None:
        uri, name = logins.issue_administrator(house=HOUSE, name="boss", password=_PASSWORD), "boss"
    else:
        uri = logins.issue(house=HOUSE, person=person, password=_PASSWORD)
        name = login_of(HOUSE, person) or person
    client = Client(headers={"host": "localhost"})
    form = {"username": name, "password": _PASSWORD, "code": Phone(uri).shows()}
    if client.post(reverse("admin:login"), form).status_code != 302:
        raise RuntimeError(f"{name} can't sign in")
    return client


def _freeze() -> None:
    """Each stream ends as recording leaves one: a snapshot behind its last round, a row of it."""
    last = RoundRow.objects.values("table_id").annotate(last=Max("number"))
    rounds = dict(last.values_list("table_id", "last"))
    heads = [head for head in store.streams(HOUSE) if head.stream_id in rounds]
    tables = [history.thaw(head.snapshot)[0] for head in heads if head.snapshot]
    for number, head in enumerate(heads):
        table = tables[number % len(tables)]
        table.last_round = rounds[head.stream_id]
        snapshot = history.freeze(table, head.position)
        Head.objects.using("owner").filter(pk=head.stream_id).update(snapshot=snapshot)
        TableRow.objects.using("owner").filter(stream_id=head.stream_id).update(
            last_round=table.last_round, last_position=head.position
        )
