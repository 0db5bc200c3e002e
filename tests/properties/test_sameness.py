"""Sendings: the same in every spelling, different in any content, and never more than malformed."""

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardroom.errors import Malformed
from tables.rounds import codec
from tables.rounds.events import Noted

Content = dict[str, Any]

tokens = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
instants = st.timedeltas(timedelta(), timedelta(days=3_650)).map(lambda later: EPOCH + later)
wagers = st.fixed_dictionaries(
    {
        "seat": st.integers(1, 8),
        "kind": st.sampled_from(("game", "buster")),
        "amount_cents": st.integers(1, 10**6),
    },
    optional={"player": tokens, "backline": st.just(value=True)},
)
overrides = st.none() | st.fixed_dictionaries({"authorised_by": tokens, "reason": tokens})


def sent(wager: Content, at: str, override: Content | None, number: int = 17) -> Content:
    """A wager as it is sent."""
    event: Content = {
        "id": "0190f0c2-0000-7000-8000-000000000001",
        "type": "wager.placed",
        "version": 1,
        "occurred_at": at,
        "round": number,
        "data": wager,
    }
    return event if override is None else event | {"override": override}


def sameness(event: Content, **spelling: Any) -> bytes:
    """What the codec makes of an event in some spelling of its JSON."""
    text = json.dumps(event, **spelling)
    return codec.read_event(text.encode(), pointer="", override=None).sameness


def shuffled(draw: st.DataObject, content: Content) -> Content:
    """The same keys in another order, inner ones too."""
    keys = draw.draw(st.permutations([*content]))
    return {
        key: shuffled(draw, content[key]) if isinstance(content[key], dict) else content[key]
        for key in keys
    }


def spelled(draw: st.DataObject, instant: datetime) -> str:
    """An instant in another zone, and with zeros behind it."""
    minutes = draw.draw(st.integers(-23 * 60, 23 * 60))
    elsewhere = instant.astimezone(timezone(timedelta(minutes=minutes)))
    text = elsewhere.isoformat(timespec="microseconds")
    return text if minutes else text.replace("+00:00", draw.draw(st.sampled_from(("Z", "z"))))


@given(wagers, instants, overrides, st.data())
def test_neither_order_nor_spelling_nor_defaults_nor_a_code_make_another_event(
    wager: Content, instant: datetime, override: Content | None, data: st.DataObject
) -> None:
    first = sent(wager, instant.isoformat(), override)
    other = shuffled(data, sent(wager, spelled(data, instant), override))
    other["data"] = {"backline": False, "player": None} | other["data"]
    if override is not None:
        other["override"] = override | {"code": data.draw(tokens)}
    spelling = {
        "ensure_ascii": data.draw(st.booleans()),
        "indent": data.draw(st.none() | st.just(2)),
    }
    assert sameness(first) == sameness(other, **spelling)


@given(*[st.tuples(wagers, instants, overrides)] * 2)
def test_other_content_makes_another_event(
    one: tuple[Content, datetime, Content | None], two: tuple[Content, datetime, Content | None]
) -> None:
    wager, instant, override = one
    first = sent(wager, instant.isoformat(), override)
    for other in (
        sent(two[0], instant.isoformat(), override),
        sent(wager, two[1].isoformat(), override),
        sent(wager, instant.isoformat(), two[2]),
        sent(wager, instant.isoformat(), override, number=18),
    ):
        assert (sameness(first) == sameness(other)) == (first == other)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | tokens,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
PLACES = ("id", "type", "version", "occurred_at", "round", "data", "override")


@settings(max_examples=300)
@given(st.binary(max_size=200))
@example(b"\xff")
@example(b'{"events":[{"data":"\\u0000"}]}')
def test_any_bytes_are_read_or_malformed(content: bytes) -> None:
    with suppress(Malformed):
        codec.read_events(codec.read_batch(content))


@settings(max_examples=300)
@given(wagers, st.data())
def test_an_event_with_anything_in_any_place_is_read_or_malformed(
    wager: Content, data: st.DataObject
) -> None:
    event = sent(wager, "2026-11-28T20:00:07Z", None)
    where = data.draw(st.sampled_from([event, event["data"]]))
    key = data.draw(st.sampled_from([*where, *PLACES]))
    where[key] = data.draw(anything)
    content = json.dumps({"events": [event]}).encode()
    with suppress(Malformed):
        (read,) = codec.read_events(codec.read_batch(content))
        stored = codec.encode_body(
            read.data, round_number=read.round, override=read.override, noted=Noted()
        )
        body = codec.decode_body(stored)
        assert codec.decode_fact(read.type, read.version, body.data) == read.fact
