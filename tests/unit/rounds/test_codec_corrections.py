"""Codec of corrections: what a whole round brings, what a corrected event says, what is same."""

import json
from typing import Any

import pytest

from cardroom.errors import Malformed
from tables.rounds import codec
from tables.rounds.codec import Event
from tables.rounds.events import EventCorrected, RoundReportedLate
from tests.builders import CODE, Content

FLOOR: Content = {"authorised_by": "floor-7", "reason": "agreed"}
SUPERVISOR: Content = {"authorised_by": "sup-1", "reason": "seen"}
AT = "2026-11-28T20:00:07Z"


def one(kind: str, data: Content, **more: Any) -> Content:
    """An event of a whole round."""
    return {"type": kind, "occurred_at": AT, "data": data, **more}


OPENED = one("round.opened", {"player_dealer_seat": 5, "wager_cents": 50_000})
WAGER = one("wager.placed", {"seat": 2, "kind": "game", "amount_cents": 1_000})
VOID = one("round.voided", FLOOR)


def read(kind: str, data: Content, *, batch: Content | None = None, **more: Any) -> Event:
    """An event as it is read, in a batch with or without an override."""
    sent = {"id": "0190f0c2-0000-7000-8000-000000000001", "type": kind, "occurred_at": AT}
    content = {"events": [{**sent, "data": data, **more}]} | ({"override": batch} if batch else {})
    (event,) = codec.read_events(codec.read_batch(json.dumps(content).encode()))
    return event


def whole(*events: Content, **more: Any) -> Event:
    """A correction of round 17."""
    return read("round.corrected", {"round": 17, "events": events, **SUPERVISOR}, **more)


def corrected(data: Content | None, kind: str = "seat.taken", **more: Any) -> Event:
    """A correction of an event of a type."""
    event = "00000000-0000-0000-0000-000000000001"
    return codec.corrected(
        read("event.corrected", {"event": event, "data": data, **SUPERVISOR, **more}), kind
    )


def test_each_event_of_a_whole_round_is_read_as_if_it_had_come_alone() -> None:
    event = whole(OPENED, {**WAGER, "override": FLOOR}, VOID)
    assert [given.type for given in event.given] == ["round.opened", "wager.placed", "round.voided"]
    assert {given.round for given in event.given} == {17}
    assert [given.override is not None for given in event.given] == [False, True, False]


def test_an_events_or_a_batchs_override_counts_for_all_that_a_whole_round_brings() -> None:
    own = {"authorised_by": "sup-1", "reason": "seen on camera"}
    mine = whole(OPENED, {**WAGER, "override": own}, VOID, override=FLOOR)
    batchs = whole(OPENED, {**WAGER, "override": own}, VOID, batch=FLOOR)
    for event in (mine, batchs):
        people = [given.override and given.override.authorised_by for given in event.given]
        assert people == ["floor-7", "sup-1", "floor-7"]
    assert mine.sameness == batchs.sameness


def test_codes_inside_are_no_part_of_what_is_the_same_or_stored() -> None:
    plain = whole(OPENED, {**WAGER, "override": FLOOR}, VOID)
    coded = whole(
        OPENED,
        {**WAGER, "override": FLOOR | {"code": CODE}},
        one("round.voided", FLOOR | {"code": CODE}),
    )
    assert coded.sameness == plain.sameness
    assert CODE.encode() not in coded.data
    assert codec.as_stored(coded) == codec.as_stored(plain)
    assert ([*plain.coded], [*coded.coded]) == ([], ["floor-7", "floor-7"])


def test_every_word_of_a_whole_round_is_a_part_of_what_is_the_same() -> None:
    plain = whole(OPENED, WAGER, VOID)
    for other in (
        whole(OPENED, VOID),
        whole(OPENED, WAGER, WAGER, VOID),
        whole(OPENED, {**WAGER, "override": FLOOR}, VOID),
        whole(OPENED, {**WAGER, "occurred_at": "2026-11-28T20:00:08Z"}, VOID),
        whole(OPENED, one("wager.placed", WAGER["data"] | {"seat": 3}), VOID),
    ):
        assert other.sameness != plain.sameness
    spelled = dict(reversed(WAGER["data"].items())) | {"backline": False}
    instant = "2026-11-28T12:00:07.000-08:00"
    again = whole(OPENED, one("wager.placed", spelled) | {"occurred_at": instant}, VOID)
    assert again.sameness == plain.sameness


def test_a_seating_is_a_part_of_what_is_the_same() -> None:
    def late(**seat: Any) -> Event:
        seats = [{"seat": 5, "player": "P-5", "kind": "patron"} | seat]
        return read("round.reported_late", {"round": 2, "seats": seats, "events": [OPENED, VOID]})

    assert isinstance(late().fact, RoundReportedLate)
    assert late().sameness == late(unidentified=False).sameness != late(badge="B").sameness


SEAT: Content = {"seat": 7, "player": "P-7", "kind": "patron"}


def test_a_corrected_events_data_are_the_same_in_every_spelling() -> None:
    plain = corrected(SEAT)
    spelled = dict(reversed(SEAT.items())) | {"badge": None, "unidentified": False}
    assert corrected(spelled).sameness == plain.sameness
    assert corrected(SEAT | {"badge": "B"}).sameness != plain.sameness
    assert corrected(None).sameness != plain.sameness
    assert json.loads(plain.data)["data"] == SEAT


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ({}, "/data/data"),
        ({"seat": "7", "player": "P-7", "kind": "patron"}, "/data/data/seat"),
        (SEAT | {"dealer": "D-1"}, "/data/data"),
        (SEAT | {"kind": "ghost"}, "/data/data/kind"),
    ],
)
def test_a_corrected_events_data_must_be_its_types(data: Content, pointer: str) -> None:
    with pytest.raises(Malformed) as caught:
        corrected(data)
    assert caught.value.pointer == pointer


def test_nothing_said_is_something_where_a_type_needs_nothing() -> None:
    event = corrected({}, "card.burned")
    assert isinstance(event.fact, EventCorrected)
    assert event.fact.data == {}
    withdrawn = corrected(None, "card.burned")
    assert isinstance(withdrawn.fact, EventCorrected)
    assert withdrawn.fact.data is None


def test_a_corrected_incidents_code_is_neither_stored_nor_kept() -> None:
    event = corrected({"text": "x", "authorised_by": "floor-7", "code": CODE}, "incident.noted")
    assert isinstance(event.fact, EventCorrected)
    assert event.fact.data == {"text": "x", "authorised_by": "floor-7"}
    assert CODE.encode() not in event.data


@pytest.mark.parametrize("bracket", ["{}", "[]"])
def test_a_corrections_data_are_nested_no_deeper_than_any_events(bracket: str) -> None:
    def nested(levels: int) -> Event:
        data: Any = 1
        for _ in range(levels - 1):
            data = {"x": data} if bracket == "{}" else [data]
        content: Content = {"event": "0" * 32, "data": {"x": data}, **SUPERVISOR}
        return read("event.corrected", content)

    assert isinstance(nested(8).fact, EventCorrected)
    with pytest.raises(Malformed, match="nested deeper"):
        nested(9)


def test_other_events_are_no_corrections() -> None:
    event = read("dealer.changed", {"dealer": "D-1"})
    assert codec.corrected(event, "seat.taken") is event
