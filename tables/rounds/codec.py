"""Codec: names and versions of events, their bytes, and what a sender meant to be the same."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Annotated, Any, Final, NoReturn
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from cardroom.errors import Malformed
from tables.rounds import events
from tables.rounds.events import AnyFact, ClientFact, Noted, Override, RoundNumber, ServiceFact

CLIENT_TYPES: Final[dict[str, type[ClientFact]]] = {
    "table.opened": events.TableOpened,
    "table.closed": events.TableClosed,
    "day.attested": events.DayAttested,
    "game.started": events.GameStarted,
    "game.ended": events.GameEnded,
    "play.paused": events.PlayPaused,
    "play.resumed": events.PlayResumed,
    "dealer.changed": events.DealerChanged,
    "seat.taken": events.SeatTaken,
    "seat.left": events.SeatLeft,
    "notice.checked": events.NoticeChecked,
    "shoe.loaded": events.ShoeLoaded,
    "card.burned": events.CardBurned,
    "box.changed": events.BoxChanged,
    "player_dealer.offered": events.PlayerDealerOffered,
    "incident.noted": events.IncidentNoted,
    "round.opened": events.RoundOpened,
    "player_dealer.wagered": events.PlayerDealerWagered,
    "wager.placed": events.WagerPlaced,
    "wager.withdrawn": events.WagerWithdrawn,
    "wager.added": events.WagerAdded,
    "fee.collected": events.FeeCollected,
    "fee.waived": events.FeeWaived,
    "fee.refunded": events.FeeRefunded,
    "card.dealt": events.CardDealt,
    "card.revealed": events.CardRevealed,
    "hole_card.checked": events.HoleCardChecked,
    "decision.made": events.DecisionMade,
    "action_button.placed": events.ActionButtonPlaced,
    "round.completed": events.RoundCompleted,
    "round.voided": events.RoundVoided,
}
SERVICE_TYPES: Final[dict[str, type[ServiceFact]]] = {
    "fees.assessed": events.FeesAssessed,
    "round.settled": events.RoundSettled,
}
TYPES: Final[dict[str, type[AnyFact]]] = {**CLIENT_TYPES, **SERVICE_TYPES}
NAMES: Final = {fact: name for name, fact in TYPES.items()}
VERSION: Final = 1

# Old data to the present form, by name and the version it was stored with.
UPCASTS: Final[Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class Event(Struct, frozen=True, kw_only=True):
    """A client's event, read: its fact typed, and its `data` as it was sent."""

    id: UUID
    type: str
    version: int
    occurred_at: datetime
    round: int | None
    fact: ClientFact
    data: bytes
    override: Override | None

    @property
    def sameness(self) -> bytes:
        """SHA-256 over what makes two sendings the same; a one-time code is no part of it."""
        parts = (self.type, self.version, self.occurred_at, self.round)
        override = self.override and (self.override.authorised_by, self.override.reason)
        return sha256(_encode((*parts, _without_code(self.fact), override))).digest()


class Recorded(Struct, frozen=True, kw_only=True):
    """An event of the log in its present form, as far as a fold asks."""

    position: int
    occurred_at: datetime
    gaming_day: date
    round: int | None
    fact: AnyFact
    noted: Noted = Noted()


class Batch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table system posts."""

    events: Annotated[list[Raw], Meta(min_length=1, max_length=1000)]
    expected_position: Annotated[int, Meta(ge=0)] | None = None
    override: Override | None = None


class _Sent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: UUID
    type: str
    occurred_at: Annotated[datetime, Meta(tz=True)]
    version: int = 1
    round: RoundNumber | None = None
    data: Raw = Raw(b"{}")
    override: Override | None = None


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the log stores of an event beside its envelope."""

    data: Raw
    round: int | None = None
    override: Override | None = None
    noted: Noted = Noted()


_encode = msgspec.json.Encoder().encode
_decode_batch = msgspec.json.Decoder(Batch).decode
_decode_sent = msgspec.json.Decoder(_Sent).decode
_decode_body = msgspec.json.Decoder(Body).decode
_decode_any = msgspec.json.Decoder(dict[str, Any]).decode
_CLIENT_DECODERS: Final[dict[str, Callable[[bytes | Raw], ClientFact]]] = {
    name: msgspec.json.Decoder(fact).decode for name, fact in CLIENT_TYPES.items()
}
_DECODERS: Final[dict[str, Callable[[bytes | Raw], AnyFact]]] = {
    name: msgspec.json.Decoder(fact).decode for name, fact in TYPES.items()
}


def read_batch(content: bytes) -> Batch:
    """The batch of a request's body; Malformed with the place when it cannot be read."""
    try:
        return _decode_batch(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _malformed(error, "")


def read_events(batch: Batch) -> list[Event]:
    """Every event of a batch; Malformed names the first that cannot be read."""
    return [
        read_event(raw, pointer=f"/events/{index}", override=batch.override)
        for index, raw in enumerate(batch.events)
    ]


def read_event(raw: bytes | Raw, *, pointer: str, override: Override | None) -> Event:
    """One event; a batch's override counts as its own."""
    try:
        sent = _decode_sent(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _malformed(error, pointer)
    fact, data = _read_fact(sent, pointer)
    if b"u0000" in (sent_bytes := bytes(raw)) and _NUL.search(sent_bytes):
        raise Malformed("U+0000 cannot be stored in text", pointer=pointer)
    return Event(
        id=sent.id,
        type=sent.type,
        version=sent.version,
        occurred_at=_instant(sent.occurred_at, pointer),
        round=sent.round,
        fact=fact,
        data=data,
        override=sent.override or override,
    )


def _read_fact(sent: _Sent, pointer: str) -> tuple[ClientFact, bytes]:
    decode = _CLIENT_DECODERS.get(sent.type)
    if decode is None:
        raise Malformed(f"unknown event type `{sent.type}`", pointer=f"{pointer}/type")
    if sent.version != VERSION:
        raise Malformed(
            f"unknown version {sent.version} of `{sent.type}`", pointer=f"{pointer}/version"
        )
    try:
        fact = decode(sent.data)
        data = _decode_any(sent.data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _malformed(error, f"{pointer}/data")
    if fact.of_round is not None and fact.of_round != (sent.round is not None):
        wants = "needs" if fact.of_round else "has no"
        raise Malformed(f"`{sent.type}` {wants} `round`", pointer=f"{pointer}/round")
    data.pop("code", None)
    return fact, _encode(data)


def _instant(instant: datetime, pointer: str) -> datetime:
    """In UTC; what lies before any cardroom's records is impossible."""
    try:
        in_utc = instant.astimezone(UTC)
    except OverflowError:
        in_utc = datetime.min.replace(tzinfo=UTC)
    if in_utc < EARLIEST:
        raise Malformed("an impossible instant", pointer=f"{pointer}/occurred_at")
    return in_utc


def _malformed(error: Exception, pointer: str) -> NoReturn:
    """The decoder's words, with its path as a JSON pointer."""
    found = _PLACE.match(str(error))
    what, path = (found["what"], found["path"] or "") if found else (str(error), "")
    steps = "".join(f"/{name or index}" for name, index in _STEP.findall(path))
    raise Malformed(what, pointer=pointer + steps) from None


def _without_code(fact: ClientFact) -> ClientFact:
    if getattr(fact, "code", None) is None:
        return fact
    return msgspec.structs.replace(fact, code=None)


def encode_fact(fact: AnyFact) -> bytes:
    """The canonical data of a fact."""
    return _encode(fact)


def encode_body(
    data: bytes, *, round_number: int | None, override: Override | None, noted: Noted
) -> bytes:
    """The bytes that the log stores and hashes."""
    kept = override and msgspec.structs.replace(override, code=None)
    return _encode(Body(data=Raw(data), round=round_number, override=kept, noted=noted))


def decode_body(body: bytes | str) -> Body:
    """A stored body, its data left as it is."""
    return _decode_body(body)


def decode_fact(name: str, version: int, data: bytes | Raw) -> AnyFact:
    """The fact of stored data, lifted to its present form; a row itself is never rewritten."""
    upcast = UPCASTS.get((name, version))
    if upcast is not None:
        data = _encode(upcast(_decode_any(data)))
    return _DECODERS[name](data)
