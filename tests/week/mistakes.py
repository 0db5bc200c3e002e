"""Mistakes with fees: each changes what a table reports of a round, and says what is wrong then."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from tables.simulation.stream import Event

Events = list[Event]


class Wrong(NamedTuple):
    """What is wrong with one wager's fee, and by how much too much or too little was collected."""

    code: str
    seat: int
    player: str
    role: str
    difference_cents: int


# What a mistake makes of a round's events, or None where it can't happen in this round.
Mistake = Callable[[Events], list[Wrong] | None]


def missing(events: Events) -> list[Wrong] | None:
    """A seated player isn't asked for his fee."""
    behind = set(_backline(events))
    return _forgotten(events, (fee for fee in _players(events) if _place(fee) not in behind))


def backline_uncharged(events: Events) -> list[Wrong] | None:
    """The bettor behind a seat is overlooked."""
    behind = set(_backline(events))
    return _forgotten(events, (fee for fee in _players(events) if _place(fee) in behind))


def player_dealer_uncharged(events: Events) -> list[Wrong] | None:
    """The player-dealer's fee is forgotten."""
    return _forgotten(events, (fee for fee in _fees(events) if fee["data"]["role"] != "player"))


def too_high(events: Events) -> list[Wrong] | None:
    """A chip too much is taken."""
    return _other_amount(events, lambda cents: cents + 100)


def wrong_tier(events: Events) -> list[Wrong] | None:
    """The wager is taken for one of the tier above, or from the highest for one of the lowest."""
    return _other_amount(events, {100: 200, 200: 300, 300: 100}.__getitem__)


def paid_twice(events: Events) -> list[Wrong] | None:
    """Somebody pays again."""
    for fee in _players(events):
        events.insert(events.index(fee) + 1, _copy(fee, "again"))
        return [_wrong("wrong_fee", fee, fee["data"]["amount_cents"])]
    return None


def unexpected(events: Events) -> list[Wrong] | None:
    """Somebody pays who has no wager."""
    for fee in _players(events):
        stranger = _copy(fee, "stranger")
        stranger["data"]["player"] = "P-STRANGER"
        events.insert(events.index(fee), stranger)
        return [_wrong("unexpected_fee", stranger, fee["data"]["amount_cents"])]
    return None


def waived(events: Events) -> list[Wrong] | None:
    """No mistake: the floor waives a fee."""
    for fee in _players(events):
        fee["type"] = "fee.waived"
        fee["data"] |= {"reason": "a new player", "authorised_by": "floor-7"}
        return []
    return None


def late(events: Events) -> list[Wrong] | None:
    """A fee is remembered when the first card lies."""
    first = next((event for event in events if event["type"] == "card.dealt"), None)
    if first is None:
        return None
    for fee in _players(events):
        events.remove(fee)
        fee["occurred_at"] = first["occurred_at"]
        events.insert(events.index(first) + 1, fee)
        return [_wrong("late_fee", fee, 0)]
    return None


MISTAKES: Final[tuple[Mistake, ...]] = (
    missing,
    too_high,
    wrong_tier,
    waived,
    late,
    backline_uncharged,
    player_dealer_uncharged,
    paid_twice,
    unexpected,
)


def without_a_card(events: Events) -> list[Wrong]:
    """What a void before the first card leaves: money for which no card was dealt."""
    if any(event["type"] == "card.dealt" for event in events):
        return []
    return [_wrong("no_first_card", fee, fee["data"]["amount_cents"]) for fee in _fees(events)]


def _fees(events: Events) -> Iterator[Event]:
    """What is collected, a snapshot, for mistakes change the events."""
    return iter([event for event in events if event["type"] == "fee.collected"])


def _players(events: Events) -> Iterator[Event]:
    return (fee for fee in _fees(events) if fee["data"]["role"] == "player")


def _backline(events: Events) -> Iterator[tuple[int, str]]:
    """The places of backline wagers."""
    return (
        _place(event)
        for event in events
        if event["type"] == "wager.placed" and event["data"].get("backline")
    )


def _place(event: Event) -> tuple[int, str]:
    return event["data"]["seat"], event["data"]["player"]


def _forgotten(events: Events, fees: Iterator[Event]) -> list[Wrong] | None:
    for fee in fees:
        events.remove(fee)
        return [_wrong("missing_fee", fee, -fee["data"]["amount_cents"])]
    return None


def _other_amount(events: Events, other: Callable[[int], int]) -> list[Wrong] | None:
    for fee in _players(events):
        right = fee["data"]["amount_cents"]
        fee["data"]["amount_cents"] = other(right)
        return [_wrong("wrong_fee", fee, other(right) - right)]
    return None


def _copy(event: Event, name: str) -> Event:
    return {**event, "id": str(uuid5(UUID(event["id"]), name)), "data": dict(event["data"])}


def _wrong(code: str, fee: Event, difference_cents: int) -> Wrong:
    data: dict[str, Any] = fee["data"]
    return Wrong(code, data["seat"], data["player"], data["role"], difference_cents)
