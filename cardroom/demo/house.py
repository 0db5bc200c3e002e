"""The demo's house: loaded once into a database of its own, and keys to it that run out."""

from datetime import datetime, timedelta
from functools import partial
from importlib.resources import files
from typing import Final, NamedTuple

from cardroom.errors import Forbidden
from cardroom.house import houses, keys, loading
from cardroom.house.models import House
from cardroom.house_games import GAMES

CODE: Final = "DEMO"
FILE: Final = "house.toml"
BY: Final = "demo"
# What the house's first event says, and so the first of the feed.
NOTICE: Final = "Demo: an invented cardroom, with people and money that are made up."
# Each start issues keys, since none can be printed twice; yesterday's lines still work.
KEYS_LAST: Final = timedelta(days=30)


class Keys(NamedTuple):
    """Keys that record at every table, work in the cage, and follow the feed."""

    tables: str
    cage: str
    audit: str


def loaded(now: datetime) -> datetime:
    """Have the house in the database; gives the instant it was loaded at, which never changes.

    A house that is there stays as it is, whatever was made of it. Raises Forbidden in a database
    that others use.
    """
    if not House.objects.filter(pk=CODE).exists():
        if House.objects.exists():
            raise Forbidden("this database holds other houses: the demo wants one of its own")
        text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
        loading.load(text, path=FILE, games=GAMES, now=now, by=BY, reason=NOTICE)
    return House.objects.get(pk=CODE).created_at


def issue_keys(now: datetime) -> Keys:
    """New keys."""
    until = now + KEYS_LAST
    issue = partial(keys.issue, house=CODE, now=now, expires_at=until, by=BY)
    tables = sorted(houses.facts(CODE).tables)
    return Keys(
        tables=issue(name="demo tables", scope="tables", tables=tables),
        cage=issue(name="demo cage", scope="cage"),
        audit=issue(name="demo audit", scope="audit"),
    )
