"""Two stretches of an evening that differ in how many wagers and fees there are, and all they tell.

Nothing that is told to everybody comes behind them, so that not even a position may differ.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from django.db import transaction

from cardroom.log import feed
from cardroom.staff import logins
from tests.api.club import Caller, issue
from tests.counting import CountRoom, load_the_house
from tests.pages.people import PASSWORD, Person
from tests.phones import Phone
from tests.played import HOUSE, Evening, Event

_SIDE_BETS: Final = frozenset({"buster", "red_flex"})

Ask = Callable[["Room"], Any]


class Room:
    """A table, the key of its cage, and two people who may count, one a supervisor."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.cage, self.auditor = Caller(issue("cage")), Caller(issue("audit"))

    @cached_property
    def cashier(self) -> Person:
        """Somebody at a browser who receives what was counted."""
        return signed_in("cage-1")

    @cached_property
    def both(self) -> Person:
        """A supervisor who counts."""
        return signed_in("both-1")


def signed_in(person: str) -> Person:
    """Somebody of the count room's house at a browser."""
    phone = Phone(logins.issue(house=HOUSE, person=person, password=PASSWORD))
    found = Person(person, phone)
    assert found.sign_in().status_code == 302
    return found


def announced() -> Evening:
    """A table whose first box is counted, while another one hangs."""
    room = CountRoom()
    room.drop()
    room.counted()
    return room.evening


def unannounced() -> Evening:
    """A table that never told of a box."""
    load_the_house()
    evening = Evening()
    evening.open()
    return evening


def is_sparse(event: Event) -> bool:
    """Whether a round without side bets and fees has it."""
    is_fee = event["type"].startswith("fee.")
    return not is_fee and event["data"].get("kind") not in _SIDE_BETS


def stretch(evening: Evening, *, crowded: bool) -> None:
    """A whole round, and one up to its first card."""
    for upto in (None, "card.dealt"):
        events = [one for one in evening.next_round() if crowded or is_sparse(one)]
        last = next((n for n, one in enumerate(events) if one["type"] == upto), len(events))
        evening.post(*events[: last + 1])


def in_both(begin: Callable[[], Evening], ask: Ask) -> list[Any]:
    """What is answered behind each stretch."""
    found = []
    for crowded in (False, True):
        before = transaction.savepoint()
        room = Room(begin())
        stretch(room.evening, crowded=crowded)
        feed.sequence()
        found.append(ask(room))
        transaction.savepoint_rollback(before)
    return found
