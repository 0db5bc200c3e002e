"""Keys as people see them: their state, their story, and what the form of a new one asks for."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cardroom.house.history.facts import KeyIssued, KeyRevoked
from cardroom.house.history.telling import Told
from cardroom.house.keys import KeyView
from cardroom.pages.setup.fields import Field, Shape
from cardroom.pages.setup.summaries import Flag
from cardroom.pages.setup.told import Who, who

SOON: Final = timedelta(days=7)
SCOPES: Final = {
    "tables": "records at its tables",
    "cage": "reads and corrects for the cage",
    "count": "counts drop boxes",
    "audit": "reads everything",
}


class Step(NamedTuple):
    """What happened to a key: when, by whom, why."""

    at: datetime
    said: str
    who: Who
    reason: str


class Line(NamedTuple):
    """A key in the list, with who issued it."""

    key: KeyView
    does: str
    flag: Flag
    ends_at: datetime | None
    issued_by: Who


def line(key: KeyView, now: datetime, steps: list[Step]) -> Line:
    """A key, its state by now, and the first that is known of it."""
    ends_at = min((at for at in (key.revoked_at, key.expires_at) if at is not None), default=None)
    flag = Flag("run", "runs")
    if ends_at is not None and ends_at < now + SOON:
        flag = Flag("off", "ended") if ends_at <= now else Flag("warn", "ends soon")
    issued_by = steps[0].who if steps else Who("not on record")
    return Line(key, SCOPES.get(key.scope, key.scope), flag, ends_at, issued_by)


def stories(changes: Iterable[Told]) -> dict[str, list[Step]]:
    """What happened to each key by its prefix, the oldest first."""
    found: dict[str, list[Step]] = {}
    for one in changes:
        if isinstance(one.fact, KeyIssued | KeyRevoked):
            made_by = Who("not on record") if one.stood else who(one.recorded_by)
            step = Step(one.occurred_at, one.what, made_by, one.reason or "")
            found.setdefault(one.code, []).append(step)
    return found


def shape(tables: Iterable[str]) -> Shape:
    """The form of a new key."""
    return (
        Field("name", "Holder", "Which machine it is for, as staff call it: table 7, cage PC."),
        Field(
            "scope",
            "What it may do",
            "No more than its machine needs. A cage's key can name a supervisor who corrects.",
            "choice",
            tuple(SCOPES.items()),
        ),
        Field(
            "tables",
            "Tables",
            "At which it records; for no other kind of key.",
            "many",
            tuple((code, code) for code in sorted(tables)),
        ),
        Field(
            "until",
            "Good until",
            "The last day on which it works, by the house's clock; left empty, it works until it"
            " is revoked.",
            "day",
            optional=True,
        ),
    )


OVERLAP: Final[Shape] = (
    Field(
        "minutes",
        "The old key works on for",
        "Minutes, 0 to 1440, in which the machine is given the new one.",
        "whole",
    ),
)
