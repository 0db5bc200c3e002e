"""What is recorded, altered by a superuser with the triggers off: `verify` says where and what."""
# ruff: noqa: S608 - to tamper is the purpose

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final, NamedTuple

from django.db import connections

from cardroom.embedded.server import Server
from cardroom.log import feed
from tests import harness
from tests.cluster import home
from tests.drills.proof import clean, findings, places
from tests.drills.registry import Seen, drill
from tests.drills.stage import database, fresh
from tests.forged import forge, position_of
from tests.played import HOUSE, OF_THE_HOUSE, STREAM, Evening, load_the_house
from tests.recorded import recorded, tamper
from tests.tampering import Tampering, swap_cursors

THEIRS: Final = Tampering(HOUSE, STREAM)
SHOWN: Final = 6
# An event in the middle of round 1 at the first table, and that table's last one.
AT: Final = 30
LAST: Final = 119
ONE_DAY: Final = timedelta(days=1)
# Cursors in the feed behind what is recorded of the house itself: of two events of the first
# table, the last of it and the first of the other.
ONE: Final = OF_THE_HOUSE + 38
TURN: Final = OF_THE_HOUSE + 53
CUT: Final = OF_THE_HOUSE + 190
LINK: Final = f"UPDATE log_feed SET hash = sha256('') WHERE cursor = {ONE}"
CURSORS: Final = "DELETE FROM log_feed WHERE cursor"
OTHER: Final = "table:T02"
HEAD: Final = "UPDATE log_head SET"
WHOSE: Final = f"WHERE stream = '{STREAM}'"


class Fault(NamedTuple):
    """One alteration, and the kind and place that a finding has to name."""

    what: str
    statements: Callable[[], tuple[str, ...]]
    kind: str
    at: int | None
    stream: str = STREAM


def _set(column: str, value: str, kind: str = "hash") -> Fault:
    """One column of one event."""
    return Fault(
        f"{column} of event {AT} := {value}",
        lambda: (THEIRS.set(AT, **{column: value}),),
        kind,
        AT,
    )


def _sql(statement: str) -> Callable[[], tuple[str, ...]]:
    return lambda: (statement,)


def _feed(one: int, other: int) -> Callable[[], tuple[str, ...]]:
    return lambda: swap_cursors(one, other)


COLUMNS: Final = (
    _set("event_id", "gen_random_uuid()"),
    _set("type", "'card.burned'"),
    _set("version", "2"),
    _set("occurred_at", "occurred_at + interval '1 microsecond'"),
    _set("recorded_at", "recorded_at - interval '1 microsecond'"),
    _set("recorded_by", "'key:8'"),
    _set("gaming_day", "gaming_day + 1"),
    _set("sameness", "sha256('')"),
    _set("hash", "sha256('')"),
    _set("hash_version", "2"),
    _set("round", "2", kind="round"),
    _set("house", "'OTHER'"),
    _set("body", "body || ' '"),
    _set("body", """replace(body, '"up"', '"down"')"""),
    _set("position", "5000", kind="gap"),
    _set("stream_id", "5000", kind="gap"),
)
ROWS: Final = (
    Fault(
        f"body of event {AT}, and its hash",
        lambda: (THEIRS.forge(AT, '"up"', '"down"'),),
        "hash",
        AT + 1,
    ),
    Fault(
        "body of the last event, and its hash",
        lambda: (THEIRS.forge(LAST, '"paid_cents":0', '"paid_cents":1'),),
        "head",
        LAST,
    ),
    Fault(f"event {AT} removed", lambda: (THEIRS.remove(AT),), "gap", AT),
    Fault("the first event removed", lambda: (THEIRS.remove(1),), "gap", 1),
    Fault(f"an event inserted at {AT}", lambda: THEIRS.insert(LAST, AT), "hash", AT),
    Fault(
        "an event inserted at the end",
        lambda: (THEIRS.copy(LAST, LAST + 1),),
        "beyond_head",
        LAST + 1,
    ),
    Fault(f"events {AT} and {AT + 1} swapped", lambda: THEIRS.swap(AT, AT + 1), "hash", AT),
    Fault("the tail cut behind 100", lambda: (THEIRS.cut(100),), "tail", 101),
    Fault(
        "the tail cut behind 100 and the head set back",
        lambda: (THEIRS.set_back(100), THEIRS.cut(100)),
        "feed_event",
        OF_THE_HOUSE + 183,
        "feed",
    ),
    Fault("the head's hash := another", _sql(f"{HEAD} hash = sha256('') {WHOSE}"), "head", LAST),
    Fault("the head set ahead", _sql(f"{HEAD} position = 120 {WHOSE}"), "tail", 120),
    Fault("the head set back", _sql(f"{HEAD} position = 118 {WHOSE}"), "beyond_head", LAST),
    Fault("the head's open round := 3", _sql(f"{HEAD} open_round = 3 {WHOSE}"), "head", None),
    Fault(
        "the head's snapshot := nothing", _sql(f"{HEAD} snapshot = '{{}}' {WHOSE}"), "head", None
    ),
    Fault(
        "the head removed",
        _sql(f"DELETE FROM log_head {WHOSE}"),
        "feed_event",
        OF_THE_HOUSE + 1,
        "feed",
    ),
)
FEED: Final = (
    Fault(
        f"cursors {TURN} and {TURN + 1} swapped, of two tables",
        _feed(TURN, TURN + 1),
        "feed_hash",
        TURN,
        "feed",
    ),
    Fault(
        f"cursors {ONE} and {ONE + 1} swapped, of one table",
        _feed(ONE, ONE + 1),
        "feed_order",
        ONE,
        "feed",
    ),
    Fault(f"the hash of cursor {ONE} := another", _sql(LINK), "feed_hash", ONE, "feed"),
    Fault(f"cursor {ONE} removed", _sql(f"{CURSORS} = {ONE}"), "feed_gap", ONE, "feed"),
    Fault(f"the feed cut behind {CUT}", _sql(f"{CURSORS} > {CUT}"), "unnumbered", 109),
    Fault("what waits for it removed", _sql("DELETE FROM log_outbox"), "unnumbered", 83, OTHER),
)


def _rewrite(kind: str, path: str, value: object, *, in_feed: bool = True) -> None:
    forge(position_of(kind, number=1), {path: value}, in_feed=in_feed)


def _rewrite_day() -> None:
    at = position_of("round.opened", number=1)
    forge(at, {}, gaming_day=recorded(stream=STREAM, house=HOUSE)[at - 1].gaming_day + ONE_DAY)


class Rewrite(NamedTuple):
    """An event rewritten with every hash behind it, and what gives it away all the same."""

    what: str
    rewrite: Callable[[], None]
    kind: str
    at: int | None
    stream: str = STREAM


REWRITTEN: Final = (
    Rewrite(
        "a wager of round 1, every hash of the table and its head, but not the feed",
        lambda: _rewrite("wager.placed", "data.amount_cents", 9_000, in_feed=False),
        "feed_hash",
        OF_THE_HOUSE + 18,
        "feed",
    ),
    Rewrite(
        "a wager of round 1, and every hash of table, head and feed",
        lambda: _rewrite("wager.placed", "data.amount_cents", 9_000),
        "decision",
        45,
    ),
    Rewrite(
        "what a line of round 1's settlement paid, and every hash",
        lambda: _rewrite("round.settled", "data.lines.0.paid_cents", 5),
        "decision",
        45,
    ),
    Rewrite(
        "a fee that was assessed in round 1, and every hash",
        lambda: _rewrite("fees.assessed", "data.lines.0.fee_cents", 5),
        "decision",
        22,
    ),
    Rewrite("the gaming day of round 1's opening, and every hash", _rewrite_day, "noted", 9),
)


@drill("tampering", "whatever a superuser alters in the log is found, with its kind and position")
def tampering() -> Iterator[Seen]:
    """Each alteration in a copy of an evening at two tables, whose feed is numbered."""
    with fresh():
        _an_evening_at_two_tables()
        yield Seen("nothing altered", clean())
        evening = database()
        for fault in (*COLUMNS, *ROWS, *FEED):
            with _copy_of(evening):
                tamper(*fault.statements())
                yield Seen(fault.what, _found(fault.kind, fault.at, fault.stream))
        for what, rewrite, kind, at, stream in REWRITTEN:
            with _copy_of(evening):
                rewrite()
                yield Seen(what, _found(kind, at, stream))


def _an_evening_at_two_tables() -> None:
    """The feed: openings, and rounds by turns; a note at the second table isn't numbered yet."""
    load_the_house()
    one, two = Evening(), Evening("T02")
    for evening in (one, two):
        evening.open()
        feed.sequence()
    for evening in (one, two, one, two, one):
        evening.play()
        feed.sequence()
    two.post(two.event("incident.noted", {"text": "late"}))


@contextmanager
def _copy_of(evening: str) -> Iterator[None]:
    connections.close_all()
    with harness.copied(Server(home() / "postgres"), evening):
        yield


def _found(kind: str, at: int | None, stream: str) -> str:
    """What is found, first the expected."""
    found = findings()
    named = [one for one in found if (one.kind, one.position, one.stream) == (kind, at, stream)]
    said = list(places(found))
    assert named, f"expected {kind} at {stream} {at}, found {said}"
    first = next(places(named))
    others = [one for one in said if one != first]
    more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
    return "; ".join([first, *others[:SHOWN]]) + more
