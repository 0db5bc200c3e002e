"""What is found: typed hits, each with the place that it leads to."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final, Literal
from uuid import UUID

from msgspec import Struct, structs

from cardroom.house import houses
from cardroom.log import store
from cardroom.log.rows import rows
from cardroom.money import dollars
from cardroom.texts import spellings
from ledger.queries.by_index import by_index
from ledger.rules import posting
from tables import history
from tables.search import statements
from tables.search.asked import Asked, read

# Hits of a kind, at most.
MOST: Final = 20
# Amounts are looked for in so many rounds, the newest of each table asked.
AMOUNTS_IN: Final = 16_000
_ENTRIES: Final = 60  # of a person's account

CAN: Final = (
    ("a round", "18,417 at every table, or T05 18,417"),
    ("a table and a time", "T05 22:17, T05 10:17 pm, or T05 2026-11-28 22:17"),
    ("a table", "T05"),
    ("a player", "P-1004, the token that the table system uses"),
    ("a drop box", "B-014"),
    ("an event", "its id, as the table system sent it"),
    ("an amount", "$1,250 or 37.50: wagers, W, what was paid or collected in recent rounds"),
)

Kind = Literal["round", "table", "player", "box", "event", "amount"]


class Hit(Struct, frozen=True, kw_only=True):
    """Something found; `round` and `position` are where it leads, as far as it has them."""

    kind: Kind
    title: str
    table: str
    round: int | None = None
    position: int | None = None
    at: datetime | None = None
    gaming_day: date | None = None
    game: str | None = None
    phase: str | None = None
    detail: str = ""


_BLIND: Final = "Who may count boxes doesn't search for events and amounts."


class Found(Struct, frozen=True, kw_only=True):
    """What was asked, the hits by kind, and in words how far it was looked."""

    text: str
    asked: Asked
    hits: tuple[Hit, ...]
    looked: str


def search(house: str, text: str, *, now: datetime, is_blind: bool = False) -> Found:
    """Look for what was typed into the one box.

    Who may count boxes finds rounds, tables and boxes: events, amounts and whose money moved would
    tell him of boxes that aren't counted.
    """
    facts = houses.facts(house)
    asked = read(text, tables=facts.tables, zone=facts.zone, now=now)
    tables = asked.tables or tuple(sorted(facts.tables))
    if asked.is_nothing:
        return Found(text=text, asked=asked, hits=(), looked="Nothing was asked for.")
    if is_blind and (asked.event is not None or asked.amount_cents is not None):
        return Found(text=text, asked=asked, hits=(), looked=_BLIND)
    hits = tuple(_hits(house, asked, tables, is_blind=is_blind))
    if is_blind:
        hits = tuple(map(_without_position, hits))
    return Found(text=text, asked=asked, hits=hits, looked=_looked(asked, tables, hits))


def _hits(house: str, asked: Asked, tables: tuple[str, ...], *, is_blind: bool) -> Iterator[Hit]:
    wanted = {"house": house, "tables": list(tables), "most": MOST}
    if asked.event is not None:
        yield from _event(house, asked.event)
    elif asked.amount_cents is not None:
        yield from _amount(asked.amount_cents, wanted, _newest(tables))
    elif asked.at is not None:
        yield from _by_then(asked.at, _rounds("round", statements.AT, wanted | {"at": asked.at}))
    elif asked.number is None and asked.word is None:
        yield from _rounds("table", statements.NEWEST, wanted)
    if asked.number is not None:
        yield from _rounds("round", statements.NUMBERED, wanted | {"number": asked.number})
        if len(asked.tables) == 1 and not is_blind:  # beside one table it may be a position of it
            yield from _at_position(house, asked.tables[0], asked.number)
    if asked.word is not None:
        if not is_blind:
            yield from _player(house, asked.word)
        yield from _boxes(house, asked.word)


def _rounds(
    kind: Kind, statement: str, wanted: dict[str, object], detail: str = ""
) -> Iterator[Hit]:
    for code, number, phase, game, day, opened_at, player_dealer, position in by_index(
        statement, wanted
    ):
        yield Hit(
            kind=kind,
            title=f"{code} · round {number:,}",
            table=code,
            round=number,
            position=position,
            at=opened_at,
            gaming_day=day,
            game=game,
            phase=phase,
            detail=detail or f"player-dealer {player_dealer}",
        )


def _by_then(at: datetime, hits: Iterator[Hit]) -> Iterator[Hit]:
    """Rounds around an instant, and of each table which of them was the last opened by then."""
    found = tuple(hits)
    last = {hit.table: hit.round for hit in found if hit.at is not None and hit.at <= at}
    for hit in found:
        by_then = "the last opened by then, " if last.get(hit.table) == hit.round else ""
        yield structs.replace(hit, detail=f"{by_then}{hit.detail}")


def _without_position(hit: Hit) -> Hit:
    """How many events a round has tells of its fees."""
    return hit if hit.kind == "box" else structs.replace(hit, position=None)


def _newest(tables: tuple[str, ...]) -> int:
    """The rounds of each table in which an amount is looked for."""
    return AMOUNTS_IN // max(len(tables), 1)


def _amount(cents: int, wanted: dict[str, object], newest: int) -> Iterator[Hit]:
    """In the newest rounds alone: no index holds all amounts of the past."""
    like = {name: f'%"{name}_cents":{cents},%' for name in ("stake", "paid", "collected")}
    asked = {**wanted, **like, "cents": cents, "newest": newest}
    yield from _rounds("amount", statements.AMOUNT, asked, f"{dollars(cents)} in it")


def _event(house: str, event: UUID) -> Iterator[Hit]:
    """By the id that its sender gave it."""
    known = store.known(house, [event]).get(event)
    if known is None:
        return
    prefix = history.stream_of("")
    if known.stream.startswith(prefix):
        yield from _at_position(house, known.stream.removeprefix(prefix), known.position)
    else:
        yield Hit(
            kind="event",
            title=f"{known.stream}, position {known.position:,}",
            table="",
            position=known.position,
            detail="an event of the cage or the house",
        )


def _at_position(house: str, code: str, position: int) -> Iterator[Hit]:
    head = store.head(house, history.stream_of(code))
    for stored in [] if head is None else store.load_positions(head, [position]):
        yield Hit(
            kind="event",
            title=f"{code} · position {position:,}",
            table=code,
            round=stored.round,
            position=position,
            at=stored.occurred_at,
            gaming_day=stored.gaming_day,
            detail=f"{stored.type}, recorded by {stored.recorded_by}",
        )


def _player(house: str, player: str) -> Iterator[Hit]:
    """Where he sits now, and the rounds in which his money moved last."""
    wanted = {"house": house, "player": player, "most": MOST}
    for code, seat in rows(statements.SEATED, wanted):
        yield Hit(
            kind="player",
            title=f"{player} sits at {code}, seat {seat}",
            table=code,
            detail="now",
        )
    account = posting.person(player)
    moved = {"house": house, "account": account, "entries": _ENTRIES, "most": MOST}
    yield from _rounds("player", statements.MOVED, moved, f"money of {player} moved")


def _boxes(house: str, box: str) -> Iterator[Hit]:
    """Where a drop box hung, the last time first; its code may be typed in small letters."""
    found = rows(
        statements.BOXES, {"house": house, "spellings": list(spellings(box)), "most": MOST}
    )
    for code, purpose, name, put_on_at, removed_at, put_on, removed in found:
        yield Hit(
            kind="box",
            title=f"{name} at {code}",
            table=code,
            position=removed or put_on,
            at=removed_at or put_on_at,
            detail=f"{purpose}, {'on the table' if removed is None else 'came off'}",
        )


def _looked(asked: Asked, tables: tuple[str, ...], hits: tuple[Hit, ...]) -> str:
    """How far it was looked, so that nothing found means something."""
    where = "at every table" if not asked.tables else f"at {', '.join(tables)}"
    if asked.amount_cents is not None:
        newest = _newest(tables)
        return f"Looked for that amount {where}, in the newest {newest:,} rounds of each."
    if len(hits) >= MOST:
        return f"Looked {where}; shown are the first {MOST} of a kind."
    if not hits:
        return f"Looked {where} by round, player, box and event: nothing has that name or number."
    return f"Looked {where}."
