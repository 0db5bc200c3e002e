"""Codec: what is read, what is malformed and where, what is the same, and what is stored."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from cardroom.errors import Malformed
from tables.rounds import codec, events
from tables.rounds.events import Irregularity, Noted, Override

WAGER = '{"seat": 2, "kind": "game", "amount_cents": 1000}'


def event(data: str = WAGER, **envelope: Any) -> str:
    """The JSON of a wager, or of whatever the envelope says."""
    sent = {
        "id": "0190f0c2-0000-7000-8000-000000000001",
        "type": "wager.placed",
        "version": 1,
        "occurred_at": "2026-11-28T20:00:07.120Z",
        "round": 17,
    } | envelope
    text = json.dumps({key: value for key, value in sent.items() if value is not None})
    return f'{text[:-1]}, "data": {data}}}'


def batch(*sent: str, **more: Any) -> str:
    """The JSON of a batch of these events; what more there is stands behind them."""
    rest = "".join(f', "{key}": {json.dumps(value)}' for key, value in more.items())
    return f'{{"events": [{", ".join(sent)}]{rest}}}'


def read(*sent: str, **more: Any) -> list[codec.Event]:
    """The events of a batch."""
    return codec.read_events(codec.read_batch(batch(*sent, **more).encode()))


def place(content: str | bytes) -> str:
    """Where the fault of a malformed batch lies."""
    with pytest.raises(Malformed) as refusal:
        codec.read_events(
            codec.read_batch(content.encode() if isinstance(content, str) else content)
        )
    assert refusal.value.code == "malformed"
    assert refusal.value.detail
    return refusal.value.pointer


def test_an_event_is_read_with_its_defaults() -> None:
    (sent,) = read(event('{"seat": 2, "action": "hit"}', type="decision.made"))
    assert sent.fact == events.DecisionMade(seat=2, action="hit", hand=1)
    assert (sent.type, sent.version, sent.round) == ("decision.made", 1, 17)
    assert sent.occurred_at == datetime(2026, 11, 28, 20, 0, 7, 120_000, tzinfo=UTC)
    assert (sent.data, sent.override) == (b'{"seat":2,"action":"hit"}', None)


def test_an_event_without_data_to_give_needs_none() -> None:
    whole = event("{}", type="round.completed")
    (sent,) = read(whole.replace(', "data": {}', ""))
    assert (sent.fact, sent.data) == (events.RoundCompleted(), b"{}")


def test_data_is_kept_as_it_was_sent_but_for_the_one_time_code() -> None:
    data = '{"reason": "misdeal", "code": "123456", "authorised_by": "floor-7"}'
    (sent,) = read(event(data, type="round.voided"))
    assert sent.data == b'{"reason":"misdeal","authorised_by":"floor-7"}'
    assert sent.fact == events.RoundVoided(reason="misdeal", authorised_by="floor-7", code="123456")


def test_a_batchs_override_counts_as_each_events_own() -> None:
    floor = {"authorised_by": "floor-7", "reason": "agreed"}
    other = {"authorised_by": "sup-1", "reason": "seen"}
    first, second = read(event(), event(override=other), override=floor)
    assert first.override == Override(authorised_by="floor-7", reason="agreed")
    assert second.override == Override(authorised_by="sup-1", reason="seen")


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ("", ""),
        ("{", ""),
        ("[]", ""),
        ("{}", ""),
        (batch(event()) + " x", ""),
        (batch(event(), colour=1), ""),
        (batch(), "/events"),
        ('{"events": {}}', "/events"),
        (batch(*[event()] * 1001), "/events"),
        (batch(event(), expected_position=-1), "/expected_position"),
        (batch(event(), override={"reason": "x"}), "/override"),
        (batch(event(), "3"), "/events/1"),
        (b'\xef\xbb\xbf{"events": []}', ""),
        (b'{"events": [\xff]}', ""),
    ],
)
def test_a_batch_that_cannot_be_read(content: str | bytes, pointer: str) -> None:
    assert place(content) == pointer


@pytest.mark.parametrize(
    ("envelope", "pointer"),
    [
        ({"id": None}, ""),
        ({"id": "17"}, "/id"),
        ({"id": "{0190f0c2-0000-7000-8000-000000000001}"}, "/id"),
        ({"type": None}, ""),
        ({"type": "round.exploded"}, "/type"),
        ({"type": "round.settled"}, "/type"),
        ({"type": "fees.assessed"}, "/type"),
        ({"version": 0}, "/version"),
        ({"version": 2}, "/version"),
        ({"version": True}, "/version"),
        ({"round": None}, "/round"),
        ({"round": 0}, "/round"),
        ({"round": 2**31}, "/round"),
        ({"round": "17"}, "/round"),
        ({"type": "seat.left"}, "/data"),
        ({"colour": "red"}, ""),
        ({"override": {"authorised_by": "", "reason": "x"}}, "/override/authorised_by"),
        ({"override": {"authorised_by": "f", "reason": "x", "by": 1}}, "/override"),
    ],
)
def test_an_envelope_that_cannot_be_read(envelope: dict[str, Any], pointer: str) -> None:
    assert place(batch(event(), event(**envelope))) == f"/events/1{pointer}"


def test_a_table_event_has_no_round_and_a_round_event_has_one() -> None:
    assert place(batch(event('{"seat": 2}', type="seat.left"))) == "/events/0/round"
    assert read(event('{"seat": 2}', type="seat.left", round=None))[0].round is None
    for number in (None, 3):
        burned, noted = read(
            event('{"card": "9H"}', type="card.burned", round=number),
            event('{"text": "spilled a drink"}', type="incident.noted", round=number),
        )
        assert (burned.round, noted.round) == (number, number)


@pytest.mark.parametrize(
    "instant",
    [
        "2026-11-28T20:00:07",
        "2026-11-28",
        "2026-02-30T20:00:00Z",
        "2026-11-28T24:00:00Z",
        "2026-11-28T20:00:60Z",
        "2026-11-28T20:00Z",
        "2026-11-28T20:00:07+24:00",
        "1999-12-31T23:59:59Z",
        "0001-01-01T00:00:00+05:00",
        "9999-12-31T23:59:59-05:00",
        "now",
        1764360007,
    ],
)
def test_an_impossible_instant(instant: object) -> None:
    assert place(batch(event(occurred_at=instant))) == "/events/0/occurred_at"


@pytest.mark.parametrize(
    "amount", ["0", "-5", "10.5", "1000.0", "1e3", "true", '"1000"', "null", str(10**13 + 1)]
)
def test_an_amount_that_is_no_positive_number_of_cents(amount: str) -> None:
    data = f'{{"seat": 2, "kind": "game", "amount_cents": {amount}}}'
    assert place(batch(event(data))) == "/events/0/data/amount_cents"


@pytest.mark.parametrize("digits", [20, 400, 5000])
def test_a_huge_number_is_malformed(digits: int) -> None:
    huge = "9" * digits
    for data in (
        f'{{"seat": 2, "kind": "game", "amount_cents": {huge}}}',
        f'{{"seat": 2, "kind": "game", "amount_cents": -{huge}}}',
    ):
        assert place(batch(event(data))) == "/events/0/data/amount_cents"
    shoe = event(f'{{"decks": {huge}}}', type="shoe.loaded", round=None)
    assert place(batch(shoe)) == "/events/0/data/decks"


@pytest.mark.parametrize("card", ["1X", "10D", "TX", "td", "T", "", "TD\n", "TD ", 7, {}])
def test_a_bad_card(card: object) -> None:
    data = json.dumps({"to": "player_dealer", "card": card, "face": "up"})
    pointer = place(batch(event(data, type="card.dealt")))
    assert pointer == "/events/0/data/card"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("wager.placed", '{"seat": 2, "kind": "game"}'),
        ("wager.placed", '{"seat": 2, "kind": "game", "amount_cents": 5, "colour": "red"}'),
        ("wager.placed", "null"),
        ("wager.placed", "[]"),
        ("card.dealt", '{"to": "player_dealer", "card": "AS", "face": "down"}'),
        ("card.dealt", '{"to": "player_dealer", "card": null, "face": "up"}'),
        ("card.dealt", '{"to": "player_dealer", "seat": 2, "card": "AS", "face": "up"}'),
        ("card.dealt", '{"to": "player_dealer", "hand": 1, "card": "AS", "face": "up"}'),
        ("card.dealt", '{"to": "seat", "seat": 2, "card": "AS", "face": "up"}'),
        ("card.dealt", '{"to": "seat", "hand": 1, "card": "AS", "face": "up"}'),
        ("decision.made", '{"seat": 2, "action": "double"}'),
        ("decision.made", '{"seat": 2, "action": "hit", "amount_cents": 5}'),
    ],
)
def test_data_that_cannot_be_read(name: str, data: str) -> None:
    assert place(batch(event(data, type=name))) == "/events/0/data"


def test_malformed_anywhere_comes_before_any_other_fault() -> None:
    assert place(batch(event(), event(version=9), event(id="x"))).startswith("/events/1")


NOTE = '{"seat": 2, "kind": "game", "amount_cents": 1000, "player": "%s"}'


@pytest.mark.parametrize("text", [r"P\u0000", r"\u0000", r"P\\\u0000", r"\ud800", r"P\udc00x"])
def test_text_that_no_database_stores(text: str) -> None:
    place(batch(event(NOTE % text)))
    floor = batch(event(), override={"authorised_by": "floor-7", "reason": "X"})
    place(floor.replace('"X"', f'"{text}"'))
    place(batch(event().replace("wager.placed", text)))


def test_u0000_names_the_event_that_it_stands_in() -> None:
    note = event(NOTE % r"P\u0000")
    assert place(batch(event(), note, note)) == "/events/1"


@pytest.mark.parametrize("raw", [b"\x00", b"\n", b"\xed\xa0\x80", b"\xff", b"\xc3"])
def test_bytes_that_are_no_text(raw: bytes) -> None:
    place(batch(event(NOTE % "P-X")).encode().replace(b"P-X", raw))


@pytest.mark.parametrize(
    ("text", "meant"), [(r"P\\u0000", "P\\u0000"), (r"P\ud83d\ude00", "P😀"), ("P-é", "P-é")]
)
def test_text_that_only_looks_like_it_is_kept(text: str, meant: str) -> None:
    (sent,) = read(event(NOTE % text))
    assert sent.fact == events.WagerPlaced(seat=2, kind="game", amount_cents=1000, player=meant)
    assert json.loads(sent.data)["player"] == meant


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (batch(event()).replace("{", '{"events": [{}], ', 1), ""),
        (batch(event()).replace("{", '{"override": null, "override": null, ', 1), ""),
        (batch(event(), event(WAGER.replace("}", ', "seat": 3}'))), "/events/1"),
        (batch(event(WAGER.replace("}", r', "s\u0065at": 2}'))), "/events/0"),
        (batch(event().replace("{", '{"round": 17, ', 1)), "/events/0"),
    ],
)
def test_a_key_that_stands_twice_is_malformed(content: str, pointer: str) -> None:
    assert place(content) == pointer


DEEP = '{"reason": ' * 100_000 + "1" + "}" * 100_000


@pytest.mark.parametrize(
    "deep",
    [
        "[" * 100_000,
        batch("[" * 100_000 + "]" * 100_000),
        batch(event(DEEP)),
        batch(event()).replace("{", f'{{"override": {DEEP}, ', 1),
    ],
    ids=["open", "array", "data", "override"],
)
def test_deep_nesting_is_malformed_and_breaks_nothing(deep: str) -> None:
    place(deep)
    assert read(event())


def test_sending_again_in_another_spelling_is_the_same() -> None:
    data = '{"amount_cents": 1000, "kind": "game", "backline": false, "seat": 2, "player": null}'
    spelled = event(data, occurred_at="2026-11-28T12:00:07.12-08:00")
    assert read(event())[0].sameness == read(spelled)[0].sameness


def test_a_batchs_override_is_the_same_as_the_events_own_whatever_its_code() -> None:
    floor = {"authorised_by": "floor-7", "reason": "agreed"}
    own = read(event(override=floor))[0].sameness
    assert read(event(), override=floor | {"code": "123456"})[0].sameness == own
    assert read(event(override=floor | {"code": "654321"}))[0].sameness == own


def test_a_one_time_code_in_the_data_is_no_part_of_what_is_the_same() -> None:
    waived = '{"seat": 2, "role": "player", "amount_cents": 100, "reason": "x", %s}'
    by = '"authorised_by": "floor-7"'
    first = read(event(waived % by, type="fee.waived"))[0]
    again = read(event(waived % (by + ', "code": "123456"'), type="fee.waived"))[0]
    assert first.sameness == again.sameness
    assert first.data == again.data


def test_a_one_time_code_is_not_stored_however_its_key_is_spelled() -> None:
    spelled = '{"text": "x", "authorised_by": "floor-7", "c\\u006fde": "123456"}'
    (read_,) = read(event(spelled, type="incident.noted", round=None))
    assert read_.data == b'{"text":"x","authorised_by":"floor-7"}'
    assert getattr(read_.fact, "code", None) == "123456"


@pytest.mark.parametrize(
    "other",
    [
        event(type="wager.withdrawn", data='{"seat": 2, "kind": "game"}'),
        event(occurred_at="2026-11-28T20:00:07.120001Z"),
        event(round=18),
        event('{"seat": 2, "kind": "game", "amount_cents": 1001}'),
        event('{"seat": 2, "kind": "game", "amount_cents": 1000, "player": "P-2"}'),
        event(override={"authorised_by": "floor-7", "reason": "agreed"}),
    ],
)
def test_other_content_is_not_the_same(other: str) -> None:
    assert read(event())[0].sameness != read(other)[0].sameness


def test_what_is_the_same_stays_the_same_from_version_to_version() -> None:
    plain, let_stand = read(event(), event(override={"authorised_by": "sup-1", "reason": "seen"}))
    assert (
        plain.sameness.hex() == "d3823c0be82599870a86cf4ead47b31e3b2b75cd7c2628e549646a27da57911a"
    )
    assert (
        let_stand.sameness.hex()
        == "1b948ffdca0e521414aa50e197f6740285ed4ce830f78b37032843171ccc9028"
    )


def test_a_stored_body_keeps_what_was_sent_and_what_was_noted_but_no_code() -> None:
    noted = Noted(
        irregularities=(Irregularity("must_hit", "11 must be hit"),),
        authorisation="confirmed",
        player="P-2",
    )
    floor = Override(authorised_by="floor-7", reason="agreed", code="123456")
    body = codec.encode_body(b'{"seat":2}', round_number=17, override=floor, noted=noted)
    assert json.loads(body) == {
        "data": {"seat": 2},
        "round": 17,
        "override": {"authorised_by": "floor-7", "reason": "agreed"},
        "noted": {
            "irregularities": [{"code": "must_hit", "detail": "11 must be hit"}],
            "authorisation": "confirmed",
            "player": "P-2",
        },
    }
    stored = codec.decode_body(body)
    assert bytes(stored.data) == b'{"seat":2}'
    assert (stored.round, stored.noted) == (17, noted)
    assert stored.override == Override(authorised_by="floor-7", reason="agreed")


def test_a_plain_table_event_stores_its_data_alone() -> None:
    body = codec.encode_body(b'{"seat":2}', round_number=None, override=None, noted=Noted())
    assert body == b'{"data":{"seat":2}}'
    assert codec.decode_body(body.decode()) == codec.decode_body(body)


def test_old_data_is_lifted_to_its_present_form(monkeypatch: pytest.MonkeyPatch) -> None:
    lift = {("seat.left", 0): lambda old: {"seat": old["chair"]}}
    monkeypatch.setattr("tables.rounds.codec.stored.UPCASTS", lift)
    assert codec.decode_fact("seat.left", 0, b'{"chair":2}') == events.SeatLeft(seat=2)
    assert codec.decode_fact("seat.left", 1, b'{"seat":3}') == events.SeatLeft(seat=3)
