"""What may come next: every legal event was listed before it came, and nothing else would pass."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final
from uuid import UUID

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.admit import admit
from tables.rounds.codec import Event
from tables.rounds.state import Round
from tables.rounds.upcoming import Next, upcoming
from tables.rules import procedure
from tests import cases
from tests.unit.test_cases import FLOOR, RECORDED_AT, REFUSALS, STREAMS, Case, Played

ACTIONS: Final[tuple[e.Action, ...]] = ("hit", "stand", "double", "split", "surrender")
KINDS: Final = ("game", "red_flex", "buster")
LEGAL: Final = {game: cases.load(game) for game in cases.GAMES}
LET_STAND: Final = [case for case in REFUSALS.values() if case["code"] == "procedure"]


def listed(played: Played) -> tuple[Next, ...]:
    """What may come next at a table."""
    table = played.table
    if not table.is_open:
        return upcoming(table, None)
    return upcoming(table, played.facts.offering(table.offering_version, 1).rules)


def is_among(event: Event, entries: Iterable[Next]) -> bool:
    """Whether an entry allows the event."""
    return any(allows(entry, event) for entry in entries)


def allows(entry: Next, event: Event) -> bool:
    """Whether the event is one of those that an entry lists, field by field."""
    fact: Any = event.fact
    seat = getattr(fact, "player_dealer_seat", getattr(fact, "seat", None))
    player = getattr(fact, "player", None)
    same = ("hand", "to", "face", "index")
    said = [name for name in same if getattr(entry, name) is not None]
    return (
        entry.type == event.type
        and (entry.round is None or entry.round <= (event.round or 0))
        and (entry.seat is None or entry.seat == seat or event.type == "player_dealer.wagered")
        and all(getattr(entry, name) == getattr(fact, name) for name in said)
        and (entry.type != "wager.placed" or entry.backline == fact.backline)
        and (not entry.seats or seat in entry.seats)
        and (not entry.kinds or fact.kind in entry.kinds)
        and (not entry.actions or fact.action in entry.actions)
        and (entry.player is None or player in {None, entry.player})
        and (not entry.players or player is None or player in entry.players)
    )


def read(event: Case) -> Event:
    """An event as the codec reads it."""
    return codec.read_event(json.dumps(event).encode(), pointer="", override=None)


def check_listed(case: Case) -> None:
    """Each event of a legal case was listed before it came."""
    played = Played()
    for sent in case["events"]:
        event = read(sent)
        if event.override is None:
            assert is_among(event, listed(played)), (case["name"], sent, listed(played))
        played.take_all([sent])


@pytest.mark.parametrize("game", cases.GAMES)
def test_every_legal_event_is_listed_before_it_comes(game: str) -> None:
    for case in LEGAL[game][::8]:
        check_listed(case)


@pytest.mark.slow
@pytest.mark.parametrize("game", cases.GAMES)
def test_every_legal_event_of_every_case_is_listed_before_it_comes(game: str) -> None:
    for case in LEGAL[game]:
        check_listed(case)


def test_every_event_of_a_legal_stream_is_listed_before_it_comes() -> None:
    for case in STREAMS.values():
        check_listed(case)


def check_all_others(played: Played, name: str) -> None:
    """Of all that could be sent now exactly what is listed would be recorded as it is."""
    entries = listed(played)
    for fact in possible(played):
        event = sending(played, fact)
        refusal = refused(played, event)
        said = (name, fact, refusal, entries)
        assert is_among(event, entries) == (refusal is None), said
        assert refusal is None or refusal.code in {"rule", "procedure"}, said


def refused(played: Played, event: Event) -> CardroomError | None:
    """Why an event would be refused now."""
    try:
        admit(played.table, event, played.facts)
    except CardroomError as refusal:
        return refusal
    return None


def sending(played: Played, fact: e.ClientFact) -> Event:
    """A fact sent alone, of the open round if it is a round's."""
    now = played.table.round
    number = played.table.last_round + 1 if now is None else now.number
    return Event(
        id=UUID(int=1),
        type=codec.NAMES[type(fact)],
        version=1,
        occurred_at=RECORDED_AT,
        round=number if fact.of_round else None,
        fact=fact,
        data=b"{}",
        override=None,
    )


def possible(played: Played) -> Iterator[e.ClientFact]:
    """All that a tablet has buttons for, with the stakes that are usual."""
    seats = range(1, 9)
    table = played.table
    yield e.TableOpened(offering="NB40-A", gaming_day=RECORDED_AT.date())
    yield e.TableClosed(reason="over")
    for seat in seats:
        yield e.SeatTaken(seat=seat, player="P-new", kind="patron")
        yield e.SeatLeft(seat=seat)
        yield e.RoundOpened(player_dealer_seat=seat, wager_cents=10_000)
    if table.round is not None:
        yield from in_round(played, table.round)


def in_round(played: Played, now: Round) -> Iterator[e.ClientFact]:
    """What may be thought of while a round is open."""
    felt = now.felt
    people = [seat.player for seat in played.table.seats.values()][: 1 if felt.dealt else None]
    least = felt.offering.limit("game").least_cents
    yield e.PlayerDealerWagered(wager_cents=felt.offering.limit("player_dealer").least_cents)
    for seat in range(1, felt.offering.rules.seats + 1):
        if felt.button_seat is None:
            yield e.ActionButtonPlaced(seat=seat)
        for kind in KINDS:
            for player in people:
                yield e.WagerPlaced(seat=seat, kind=kind, amount_cents=least, player=player)
                yield e.WagerWithdrawn(seat=seat, kind=kind, player=player)
            yield e.WagerPlaced(
                seat=seat, kind=kind, amount_cents=least, player="B-new", backline=True
            )
    yield from cards(played, now)
    yield from decisions(now)
    yield e.HoleCardChecked(natural=False)
    yield e.RoundCompleted()


def cards(played: Played, now: Round) -> Iterator[e.ClientFact]:
    """A card to each hand, to the player-dealer, and both of his turned up, if anybody wagers."""
    felt, shoe = now.felt, played.table.shoe
    if not felt.circles:
        return
    left = [card for card in DECK if shoe is None or not shoe.lacks(card)]
    shown: tuple[tuple[e.Face, str | None], ...] = (("up", left[0]), ("down", None))
    for face, card in shown:
        yield e.CardDealt(to="player_dealer", face=face, card=card)
        for circle in felt.circles.values():
            for hand in circle.hands:
                yield e.CardDealt(
                    to="seat", seat=circle.seat, hand=hand.number, face=face, card=card
                )
    makes_natural = "T" if (felt.up_card or "A")[0] == "A" else "A"
    ranks = makes_natural if felt.peek == "natural" else "5"
    for index in (1, 2):
        fitting = next(card for card in left if card[0] in ranks)
        yield e.CardRevealed(index=index, card=fitting)


def decisions(now: Round) -> Iterator[e.ClientFact]:
    """Every action on every hand, but a stand that says nothing; every insurance and addition."""
    felt = now.felt
    for circle in felt.circles.values():
        games = list(circle.of_kind("game"))
        for hand in circle.hands:
            for action in ACTIONS:
                amount = games[0].amount_cents if action in e.WITH_AMOUNT else None
                if action != "stand" or not procedure.is_ended(felt, circle, hand):
                    yield e.DecisionMade(
                        seat=circle.seat, hand=hand.number, action=action, amount_cents=amount
                    )
            for wager in games:
                yield e.WagerAdded(
                    seat=circle.seat,
                    hand=hand.number,
                    player=wager.player,
                    amount_cents=wager.amount_cents,
                )
        for wager in games:
            yield e.DecisionMade(
                seat=circle.seat,
                action="insurance",
                amount_cents=wager.amount_cents // 2,
                player=wager.player,
            )


def check_everything(chosen: Iterable[Case]) -> None:
    """Check every state of these cases."""
    for case in chosen:
        played = Played()
        for event in case["events"]:
            check_all_others(played, case["name"])
            played.take_all([event])
        check_all_others(played, case["name"])


@pytest.mark.parametrize("game", cases.GAMES)
def test_exactly_what_is_listed_would_pass(game: str) -> None:
    check_everything(LEGAL[game][::80])


@pytest.mark.slow
@pytest.mark.parametrize("game", cases.GAMES)
def test_exactly_what_is_listed_would_pass_in_every_fortieth_case(game: str) -> None:
    check_everything(LEGAL[game][::40])


def test_exactly_what_is_listed_would_pass_after_whatever_the_floor_let_stand() -> None:
    for case in LET_STAND:
        played = Played().take_all(case["events"][:-1])
        played.take_all([{**case["events"][-1], "override": FLOOR}])
        check_all_others(played, case["name"])
