"""A table's tile: what a floor manager reads in one glance, made from its live state alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from cardroom.pages.words import GAMES, PHASES, dollars, event_word, lasting, spoken
from tables.feeless import OF_ROUNDS
from tables.floor import Glance
from tables.noted_since import NotedHere
from tables.views import TableView
from tables.views.rotation import RotationView

Kind = Literal["run", "warn", "breach", "silent", "off"]

# A game in play tells of itself every few seconds.
SILENT_AFTER: Final = timedelta(minutes=3)
SOON_MIN, LAST_MIN = 15, 5
_HOURS_FROM_MIN: Final = 100


class State(NamedTuple):
    """A state in colour and shape, by its kind, and in a word."""

    kind: Kind
    word: str


class Seat(NamedTuple):
    """A seat of the table: its number, and what it is, as classes of the stylesheet."""

    number: int
    what: str


class Need(NamedTuple):
    """Why somebody should look: how bad it is, what it is, and since when or where."""

    kind: Kind
    what: str
    more: str


class Tile(NamedTuple):
    """A table as the floor shows it; texts are there to be read as they are.

    `need` is the worst that is known of it, also while it is silent.
    """

    code: str
    game: str
    is_open: bool
    state: State
    where: str
    player_dealer: str
    turn: str
    rule: State
    must_pass: bool
    seats: tuple[Seat, ...]
    seats_said: str
    message: str
    deadline: State | None
    fees: str | None
    irregular: int
    need: Need | None
    silent_for: timedelta | None


class Asked(NamedTuple):
    """When and by whom it is looked at; `seats` by offering."""

    now: datetime
    zone: str
    sees_fees: bool
    is_blind: bool
    seats: Mapping[str, int]


def tile(glance: Glance, asked: Asked) -> Tile:
    """The tile of a table."""
    view = glance.view
    rotation = view.rotation if view.open else None
    silence = _silence(glance, asked.now)
    state = _state(view, rotation, silence)
    deadline = _deadline(rotation, asked.now) if state.kind not in {"off", "silent"} else None
    notes = told(glance.noted, is_blind=asked.is_blind)
    return Tile(
        code=view.table,
        game=GAMES.get(view.game or "", view.game or ""),
        is_open=view.open,
        state=state,
        where=_where(view),
        player_dealer=rotation.player if rotation else "",
        turn=f"{rotation.hands} of {rotation.limit}" if rotation else "",
        rule=_rule(view, rotation),
        must_pass=bool(rotation and rotation.must_pass),
        seats=tuple(_seats(view, rotation, asked)),
        seats_said=_seats_said(view, rotation),
        message=_message(glance, state, silence, asked),
        deadline=deadline,
        fees=dollars(glance.collected_cents) if asked.sees_fees else None,
        irregular=len(notes),
        need=_need(view, rotation, deadline, notes, is_blind=asked.is_blind),
        silent_for=silence,
    )


def told(notes: Sequence[NotedHere], *, is_blind: bool) -> list[NotedHere]:
    """What is said of notes: to who may count none of a round, for they name wagers and fees."""
    return [
        note
        for note in notes
        if not is_blind or (note.round is None and note.code not in OF_ROUNDS)
    ]


def _silence(glance: Glance, now: datetime) -> timedelta | None:
    """How long a table that should be heard of was not; None for one that is heard, or rests."""
    view = glance.view
    if glance.heard_at is None or not (view.open and view.game_runs) or view.paused:
        return None
    silence = now - glance.heard_at
    return silence if silence > SILENT_AFTER else None


def _state(view: TableView, rotation: RotationView | None, silence: timedelta | None) -> State:
    if not view.open:
        return State("off", "Closed")
    if silence is not None:
        return State("silent", "Silent")
    if rotation is not None and rotation.hands > rotation.limit:
        return State("breach", f"Hand {rotation.hands} of {rotation.limit}")
    if not view.game_runs:
        return State("off", "No game")
    if view.paused:
        return State("run", "Paused")
    if rotation is not None and rotation.must_stop:
        return State("breach", "Must stop")
    if rotation is not None and rotation.must_pass:
        return State("warn", "Must pass")
    return State("run", PHASES[view.round.phase] if view.round else "Between rounds")


def _where(view: TableView) -> str:
    number = view.round.round if view.round else view.last_round
    said = f"Round {number:,}" if number else "No round yet"
    return f"{said} · dealer {view.dealer or '—'}"


def _rule(view: TableView, rotation: RotationView | None) -> State:
    """What the rotation asks of whoever is player-dealer."""
    if rotation is None or not view.game_runs:
        return State("off", "")
    to = f" to seat {rotation.offer_next}" if rotation.offer_next else ""
    if rotation.accepted:
        to = f" to seat {rotation.accepted}"
    if rotation.hands > rotation.limit:
        return State("breach", f"R1 broken, pass{to}")
    if rotation.must_stop:
        return State("breach", "nobody takes it, the game stops")
    if rotation.must_pass:
        return State("warn", f"must pass{to}")
    return State("off", f"next: seat {rotation.accepted}" if rotation.accepted else "may stay")


def _seats(view: TableView, rotation: RotationView | None, asked: Asked) -> list[Seat]:
    taken = {seat.seat for seat in view.seats}
    highest = max([asked.seats.get(view.offering or "", 0), *taken])
    following = (rotation.accepted or rotation.offer_next) if rotation else None
    holder = rotation.seat if rotation else None
    found = []
    for number in range(1, highest + 1):
        what = ["taken" if number in taken else "none"]
        what += ["pdl"] if number == holder else []
        what += ["next"] if number == following and number != holder else []
        found.append(Seat(number, " ".join(what)))
    return found


def _seats_said(view: TableView, rotation: RotationView | None) -> str:
    """The seats in words, for who can't see them."""
    taken = ", ".join(str(seat.seat) for seat in view.seats) or "none"
    said = f"Seats taken: {taken}"
    if rotation is None:
        return said
    following = rotation.accepted or rotation.offer_next
    said += f"; player-dealer at seat {rotation.seat}"
    return f"{said}; next seat {following}" if following else said


def _message(glance: Glance, state: State, silence: timedelta | None, asked: Asked) -> str:
    """What a table says that doesn't play, or isn't heard."""
    view = glance.view
    if silence is not None and glance.heard_at is not None:
        return (
            f"Nothing heard for {lasting(silence)}. {_last(glance, asked)};"
            " play may go on unseen: call the table."
        )
    if not view.last_position:
        return "Never opened. It opens with the first event that its table system sends."
    if state.word == "Closed":
        return f"{_last(glance, asked)}, last round {view.last_round:,}."
    if state.word == "No game":
        return "No game runs. It starts when somebody takes the player-dealer position."
    return ""


def _last(glance: Glance, asked: Asked) -> str:
    """The last event; how many there were is told nobody who may count."""
    number = "" if asked.is_blind else f" {glance.view.last_position:,}"
    at = _clock(glance.heard_at, asked.zone) if glance.heard_at else "—"
    return f"Last event{number} at {at}"


def _clock(instant: datetime, zone: str) -> str:
    return instant.astimezone(ZoneInfo(zone)).strftime("%H:%M:%S")


def _deadline(rotation: RotationView | None, now: datetime) -> State | None:
    """The nearest time by which two others must have been player-dealer (D2), in whole minutes."""
    if rotation is None or not rotation.deadlines:
        return None
    left = min(
        each.minutes_left
        if each.deadline_at is None
        else int((each.deadline_at - now).total_seconds() // 60)
        for each in rotation.deadlines
    )
    if left < 0:
        return State("breach", _over(-left))
    kind: Kind = "breach" if left <= LAST_MIN else "warn" if left <= SOON_MIN else "run"
    return State(kind, f"{left} min")


def _over(minutes: int) -> str:
    """How long a deadline is past: by then hours are enough."""
    return f"over {minutes} min" if minutes < _HOURS_FROM_MIN else f"over {minutes // 60} h"


def _need(
    view: TableView,
    rotation: RotationView | None,
    deadline: State | None,
    notes: Sequence[NotedHere],
    *,
    is_blind: bool,
) -> Need | None:
    """The worst of what a table needs somebody for, heard of or not."""
    if rotation is not None and rotation.hands > rotation.limit and view.game_runs:
        what = f"{rotation.player} has hand {rotation.hands} of {rotation.limit}"
        return Need("breach", what, f"R1, round {view.last_round:,}")
    if rotation is not None and rotation.must_stop and view.game_runs:
        return Need("breach", "nobody takes the position", "R3: the game must stop")
    if deadline is not None and deadline.kind in {"breach", "warn"}:
        kind: Kind = deadline.kind
        return Need(kind, f"deadline {deadline.word}", "two others must take the position")
    if rotation is not None and rotation.must_pass and view.game_runs:
        to = rotation.accepted or rotation.offer_next
        return Need("warn", f"must pass{f' to seat {to}' if to else ''}", "before the next hand")
    if notes and view.open:
        return _noted(notes[-1], is_blind=is_blind)
    return None


def _noted(note: NotedHere, *, is_blind: bool) -> Need:
    """An irregularity: what was done, what is wrong with it, and where it is on record.

    Who may count is told no position, for those of a round say how many fees lie before it.
    """
    at = f"round {note.round:,}, " if note.round else ""
    what = f"{event_word(note.type)}: {spoken(note.detail)}"
    return Need("warn", what, "noted" if is_blind else f"{at}event {note.position:,}")
