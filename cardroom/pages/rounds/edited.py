"""A round as a list that people edit: a line for each event, its facts as `name=value`."""

import re
import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, get_args

import msgspec

from cardroom.pages.plain import plainly
from cardroom.texts import unseen_in
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import GIVEN_TYPES, NAMES, Recorded
from tables.rounds.events import EndFact
from tables.rounds.replay import Replay

MOST: Final = 1_000  # events that a correction may have
_TOO_MANY: Final = f"A correction holds at most {MOST:,} events: leave one out before you add one."
_TOO_LONG: Final = (
    "This round has {events:,} events, and a correction holds {most:,} at most: it can't be given"
    " anew as a whole. It can be voided."
)
_NO_PLACE: Final = "Say behind which event of the list the new one comes, by its number."
_ENDS: Final = frozenset(NAMES[fact] for fact in get_args(EndFact))
_OWN: Final = frozenset(NAMES[fact] for fact in (*get_args(e.ReportedFact), e.CardBurned))
_NOT_SHOWN: Final = frozenset({"code"})
# Notes that aren't of a breach that the floor let stand.
_ONLY_NOTED: Final = frozenset(
    {"fee", "late_batch", "clock_backwards", "round_gap", "gaming_day", "corrected", "voided",
     "floor_settled", "reported_late", "paid_differs", "rotation", "authorisation_claimed"}
)  # fmt: skip


class Row(NamedTuple):
    """One event of the list; `fault` is why it cannot be so.

    `was` is its place in the round as it stands, `said` what it reads as there.
    """

    type: str
    at: str
    facts: str
    was: str = ""
    said: str = ""
    stands: bool = False
    gone: bool = False
    fault: str = ""


def rows_of(told: Replay) -> list[Row]:
    """The round as it stands now: every event that may be in a correction, its end last."""
    events = [event for event in told.now.events if NAMES[type(event.fact)] in GIVEN_TYPES]
    ends = [event for event in events if NAMES[type(event.fact)] in _ENDS][:1]
    others = [event for event in events if NAMES[type(event.fact)] not in _ENDS]
    said = dict(zip(map(id, told.now.events), sentences(told), strict=False))
    return [
        _row(event, number, said.get(id(event), ""))
        for number, event in enumerate((*others, *ends))
    ]


def sentences(told: Replay) -> list[str]:
    """What is said of each event that makes the round now, in their order."""
    found = list[str]()
    for step in told.steps:
        if step.part == 1:
            found = []
        if step.part is not None or step.type in _OWN:
            found.append(step.sentence)
    return found


def _row(event: Recorded, number: int, said: str) -> Row:
    return Row(
        type=NAMES[type(event.fact)],
        at=event.occurred_at.isoformat(),
        facts=written(event.fact),
        was=str(number),
        said=said,
        stands=any(note.code not in _ONLY_NOTED for note in event.noted.irregularities),
    )


def written(fact: e.AnyFact) -> str:
    """The facts of an event in a line: `to=seat seat=4 hand=1 card=9H face=up`."""
    data: dict[str, Any] = msgspec.to_builtins(fact)
    return " ".join(
        f"{name}={shlex.quote(_text(value))}"
        for name, value in data.items()
        if name not in _NOT_SHOWN and value is not None
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def posted(form: Mapping[str, str], stands: Sequence[Row]) -> list[Row]:
    """The rows of a form, in their order, with the one that was added.

    A row is four fields at most, for a round may have a thousand: `event-7` says its type, its
    instant, and which of the rows it was that stand.
    """
    count = number_in(form.get("rows", ""))
    return [_posted(form, at, stands) for at in range(min(count, MOST))]


def _posted(form: Mapping[str, str], at: int, stands: Sequence[Row]) -> Row:
    kind, instant, was = (*form.get(f"event-{at}", "").split(" "), "", "", "")[:3]
    known = was != "" and number_in(was) < len(stands)
    return Row(
        type=kind,
        at=instant,
        facts=form.get(f"facts-{at}", ""),
        was=was,
        said=stands[number_in(was)].said if known else "",
        stands=f"stands-{at}" in form,
        gone=f"gone-{at}" in form,
    )


def number_in(text: str) -> int:
    """The number that a field of a form holds; 0 for whatever is none."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else 0


def added(rows: list[Row], kind: str, after: int) -> list[Row]:
    """With an empty event of a type behind a row."""
    if kind not in GIVEN_TYPES or not 1 <= after <= len(rows) or len(rows) >= MOST:
        return rows
    names = [
        field.encode_name
        for field in msgspec.structs.fields(GIVEN_TYPES[kind])
        if field.required and field.encode_name not in _NOT_SHOWN
    ]
    facts = " ".join(f"{name}=" for name in names)
    return [*rows[:after], Row(kind, rows[after - 1].at, facts), *rows[after:]]


def too_long(rows: Sequence[Row]) -> str:
    """Why a round can't be corrected at all; empty if it can."""
    return "" if len(rows) <= MOST else _TOO_LONG.format(events=len(rows), most=MOST)


def why_not_added(rows: list[Row], after: int) -> str:
    """Why no event was added to the rows; empty if one was."""
    if len(rows) >= MOST:
        return _TOO_MANY
    return "" if 1 <= after <= len(rows) else _NO_PLACE


class Read(NamedTuple):
    """What the rows say: the events of a whole round, and which row each is; or the faulty row."""

    events: list[dict[str, Any]]
    places: list[int]
    fault: tuple[int, str] | None


def read(rows: list[Row], override: Mapping[str, str]) -> Read:
    """The events that the rows write down; what is gone is left out."""
    events, places = list[dict[str, Any]](), list[int]()
    for at, row in enumerate(rows):
        if row.gone:
            continue
        try:
            event = _event(row)
        except (ValueError, msgspec.DecodeError) as error:
            own = isinstance(error, _Unread)
            return Read([], [], (at, str(error) if own else str(plainly(error))))
        events.append(event | ({"override": dict(override)} if row.stands else {}))
        places.append(at)
    return Read(events, places, None)


class _Unread(ValueError):
    """What cannot be read, in our own words."""


def _event(row: Row) -> dict[str, Any]:
    """One event; ValueError and DecodeError for what cannot be read."""
    kind = GIVEN_TYPES.get(row.type)
    if kind is None:
        raise _Unread(f"`{row.type}` is no event of a round")
    datetime.fromisoformat(row.at)
    if unseen := unseen_in(row.facts):
        raise _Unread(unseen)
    given: dict[str, Any] = {}
    for word in shlex.split(row.facts):
        name, equals, value = word.partition("=")
        if not equals:
            raise _Unread(f"`{word}` isn't written as name=value")
        if value:
            given[name] = value
    if kind is e.CardDealt:
        given.setdefault("card", None)
    if "lines" in given:
        given["lines"] = msgspec.json.decode(given["lines"])
    fact = msgspec.convert(given, kind, strict=False)
    data = msgspec.json.decode(codec.encode_fact(fact))
    return {"type": row.type, "occurred_at": row.at, "data": data}
