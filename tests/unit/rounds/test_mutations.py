"""Mutations: one thing changed in a legal round, and the code that it is refused with.

Each takes a whole legal round, changes the one thing that its name says, and plays it anew: the
first event that can't be is refused with this code, and by this rule where there is one to name.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from functools import cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest

from cardroom.errors import CardroomError
from tables.rounds import codec
from tests.builders import BUSTER, FLYER, NOON, PURE, Content, Play, a_table, an_offering

FLOOR: Final[Content] = {"authorised_by": "floor-7", "reason": "all agreed"}


def opened(game: str) -> Play:
    """A table with people at 2, 4, 5 and 7, the player-dealer at 5, and a round that opens."""
    play = a_table(game)
    play.sit(2, 4, 5, 7)
    play.open_round(w=50_000)
    return play


def pay(play: Play, *seats: int) -> None:
    """Each of these seats and the player-dealer pay their fees."""
    for seat in seats:
        play.send("fee.collected", seat=seat, role="player", amount_cents=100)
    play.send("fee.collected", seat=5, role="player_dealer", amount_cents=300)


@cache
def pure_round() -> list[Content]:
    """000: seat 7 doubles, seat 2 splits kings and takes a card, red_flex and buster ride along."""
    play = opened(PURE)
    play.bet(7, 1_000)
    play.bet(7, 500, "red_flex")
    play.bet(7, 500, "buster")
    play.bet(2, 2_000)
    pay(play, 2, 7)
    play.deal({7: "5S 6D", 2: "KH KD"}, "7S 9C")
    play.double(7, 1_000, "9D")
    play.split(2, 2_000)
    play.card(2, "8H")
    play.stand(2)
    play.card(2, "5C", hand=2)
    play.hit(2, "4C", hand=2)
    play.stand(2, hand=2)
    play.reveal()
    play.send("action_button.placed", seat=7)
    play.draw("2H")
    play.settle()
    return reported(play)


@cache
def buster_round() -> list[Content]:
    """002: under an ace seat 2 insures, seat 4 surrenders, seat 7 splits with a backline."""
    play = opened(BUSTER)
    for seat in (2, 4, 7):
        play.bet(seat, 1_000)
    play.bet(7, 500, player="B-1", backline=True)
    play.bet(7, 500, "buster")
    pay(play, 2, 4, 7)
    play.send("fee.collected", seat=7, role="player", player="B-1", amount_cents=100)
    play.deal({2: "TS 9D", 4: "TH 6D", 7: "8S 8D"}, "AS 7C")
    play.insure(2, 500)
    play.peek()
    play.stand(2)
    play.decide(4, "surrender")
    play.split(7, 1_000)
    play.send("wager.added", seat=7, hand=2, player="B-1", amount_cents=500)
    play.card(7, "TD")
    play.stand(7)
    play.card(7, "9H", hand=2)
    play.stand(7, hand=2)
    play.reveal()
    play.settle()
    return reported(play)


@cache
def flyer_round() -> list[Content]:
    """003: seat 2 splits aces and splits again, seat 7 surrenders a hand of three cards."""
    play = opened(FLYER)
    play.bet(2, 1_000)
    play.bet(7, 1_000)
    pay(play, 2, 7)
    play.deal({2: "AS AD", 7: "5S 6D"}, "7S TC")
    play.split(2, 1_000)
    play.card(2, "AH")
    play.split(2, 1_000)
    play.card(2, "9S")
    play.card(2, "KS", hand=2)
    play.card(2, "2S", hand=3)
    play.hit(7, "5H")
    play.decide(7, "surrender")
    play.reveal()
    play.settle()
    return reported(play)


def reported(play: Play) -> list[Content]:
    """What the table reported, as it would be sent."""
    return [
        {
            "type": codec.NAMES[type(record.fact)],
            "occurred_at": record.occurred_at.isoformat(),
            **({"round": record.round} if record.round else {}),
            "data": json.loads(content)["data"],
        }
        for record, content in zip(play.records, play.bodies, strict=True)
        if codec.NAMES[type(record.fact)] in codec.CLIENT_TYPES
    ]


ROUNDS: Final = {PURE: pure_round, BUSTER: buster_round, FLYER: flyer_round}
Change = Callable[[list[Content]], None]


def at(events: list[Content], kind: str, nth: int = 0) -> int:
    """Where the nth event of a type stands."""
    return [index for index, event in enumerate(events) if event["type"] == kind][nth]


def has(kind: str, nth: int = 0, /, **data: Any) -> Change:
    """The nth event of a type says something else."""

    def change(events: list[Content]) -> None:
        events[at(events, kind, nth)]["data"].update(data)

    return change


def lacks(kind: str, nth: int = 0) -> Change:
    """The nth event of a type is left out."""

    def change(events: list[Content]) -> None:
        del events[at(events, kind, nth)]

    return change


def twice(kind: str, nth: int = 0) -> Change:
    """The nth event of a type comes twice."""

    def change(events: list[Content]) -> None:
        index = at(events, kind, nth)
        events.insert(index, deepcopy(events[index]))

    return change


def more(before: str, kind: str, nth: int = 0, /, **data: Any) -> Change:
    """Something else comes before the nth event of a type."""

    def change(events: list[Content]) -> None:
        event: Content = {"type": kind, "occurred_at": NOON.isoformat(), "data": data}
        if codec.CLIENT_TYPES.get(kind) is None or codec.CLIENT_TYPES[kind].of_round:
            event["round"] = 1
        events.insert(at(events, before, nth), event)

    return change


def swapped(kind: str, nth: int, other: int) -> Change:
    """Two events of a type in each other's place."""

    def change(events: list[Content]) -> None:
        one, two = at(events, kind, nth), at(events, kind, other)
        events[one], events[two] = events[two], events[one]

    return change


def swapped_kinds(kind: str, nth: int, other: str, other_nth: int) -> Change:
    """Two events of different types in each other's place."""

    def change(events: list[Content]) -> None:
        one, two = at(events, kind, nth), at(events, other, other_nth)
        events[one], events[two] = events[two], events[one]

    return change


def behind(kind: str, other: str, other_nth: int) -> Change:
    """The first event of a type comes only behind another."""

    def change(events: list[Content]) -> None:
        late, index = at(events, kind), at(events, other, other_nth)
        events.insert(index, events.pop(late))

    return change


def burned_before(kind: str, card: str, copies: int) -> Change:
    """So many copies of a card are burned before the first event of a type."""

    def change(events: list[Content]) -> None:
        index = at(events, kind)
        burned: Content = {"type": "card.burned", "data": {"card": card}}
        events[index:index] = [burned | {"occurred_at": NOON.isoformat()}] * copies

    return change


def sent(kind: str, nth: int = 0, /, **envelope: Any) -> Change:
    """The envelope of the nth event of a type is another."""

    def change(events: list[Content]) -> None:
        events[at(events, kind, nth)].update(envelope)

    return change


class Mutation(NamedTuple):
    """What is changed in a game's legal round, and how it is refused."""

    name: str
    game: str
    change: Change
    code: str
    rule: str | None = None


AHEAD: Final = (NOON + timedelta(hours=9)).isoformat()
WAIVED: Final[Content] = {"seat": 7, "role": "player", "amount_cents": 100, "reason": "slow"}
PD: Final[Content] = {"to": "player_dealer", "card": "2D", "face": "up"}

UNREADABLE: Final[list[tuple[str, str, Change]]] = [
    ("an unknown type", PURE, sent("wager.placed", type="wager.made")),
    ("an unknown version", PURE, sent("wager.placed", version=2)),
    ("an unknown field", PURE, has("wager.placed", colour="red")),
    ("an unknown wager", PURE, has("wager.placed", kind="bonus")),
    ("no amount at all", PURE, has("wager.placed", amount_cents=0)),
    ("a negative amount", PURE, has("wager.placed", amount_cents=-5)),
    ("half a cent", PURE, has("wager.placed", amount_cents=10.5)),
    ("a card of no suit", PURE, has("card.dealt", card="TX")),
    ("a card down that shows", PURE, has("card.dealt", face="down")),
    ("a card up that hides", PURE, has("card.dealt", card=None)),
    ("a card to a seat of no hand", PURE, has("card.dealt", hand=None)),
    ("a hit with an amount", PURE, has("decision.made", 3, amount_cents=5)),
    ("a double of nothing", PURE, has("decision.made", amount_cents=None)),
    ("a third card revealed", PURE, has("card.revealed", index=3)),
    ("a table event of a round", PURE, sent("seat.taken", round=1)),
    ("a round event of none", PURE, sent("wager.placed", round=None)),
    ("round 0", PURE, sent("round.opened", round=0)),
    ("an instant of no zone", PURE, sent("round.opened", occurred_at="2026-11-28T20:00:00")),
    ("the year 1999", PURE, sent("shoe.loaded", occurred_at="1999-01-01T00:00:00Z")),
]
IMPOSSIBLE: Final[list[tuple[str, str, Change, str | None]]] = [
    ("an instant to come", PURE, sent("wager.placed", occurred_at=AHEAD), None),
    ("a table that never opened", PURE, lacks("table.opened"), None),
    ("a table opened twice", PURE, twice("table.opened"), None),
    ("an offering of nobody's", PURE, has("table.opened", offering="FISH"), None),
    ("a seat taken twice", PURE, twice("seat.taken"), None),
    ("a player at two seats", PURE, has("seat.taken", 1, player="P-2"), None),
    ("a ninth seat", PURE, has("seat.taken", seat=9), "seats"),
    ("nobody in the PD's seat", PURE, has("round.opened", player_dealer_seat=8), None),
    ("a second open round", PURE, twice("round.opened"), None),
    ("a round that never opened", PURE, lacks("round.opened"), "round"),
    ("an event of another round", PURE, sent("wager.placed", 1, round=2), None),
    ("a closing in mid-round", PURE, more("card.dealt", "table.closed", reason="late"), None),
    ("a bettor who stands", PURE, has("wager.placed", seat=1, player="P-9"), None),
    ("a stranger in a circle", PURE, has("wager.placed", player="P-2"), None),
    ("the player-dealer bets", PURE, has("wager.placed", seat=5), None),
    ("a side bet alone", PURE, lacks("wager.placed"), "P-43"),
    ("the same wager twice", PURE, twice("wager.placed"), None),
    ("an odd cent in 000", PURE, has("wager.placed", amount_cents=1_001), "G-17"),
    ("two cents over in 002", BUSTER, has("wager.placed", amount_cents=1_002), "G-17"),
    ("an odd cent split in 003", FLYER, has("decision.made", amount_cents=1_001), "G-17"),
    (
        "backline in 000",
        PURE,
        has("wager.placed", 1, backline=True, player="P-2"),
        "backline_kinds",
    ),
    (
        "a backline side bet",
        BUSTER,
        has("wager.placed", 4, backline=True, player="B-1"),
        "backline_kinds",
    ),
    ("red_flex in 002", BUSTER, has("wager.placed", 4, kind="red_flex"), "side_bets"),
    ("buster in 003", FLYER, has("wager.placed", 1, seat=2, kind="buster"), "side_bets"),
    ("a backline of nobody", BUSTER, has("wager.placed", 3, player=None), None),
    ("a backline on nothing", BUSTER, swapped("wager.placed", 2, 3), None),
    ("insurance in 000", PURE, has("decision.made", action="insurance"), "insurance"),
    ("surrender in 000", PURE, has("decision.made", 2, action="surrender"), "surrender"),
    ("insurance twice", BUSTER, twice("decision.made"), None),
    ("insurance of a guest", BUSTER, has("decision.made", player="P-4"), None),
    ("another decides", BUSTER, has("decision.made", 1, player="B-1"), None),
    ("an addition of no backline", BUSTER, has("wager.added", player="B-2"), "G-15"),
    ("an addition twice", BUSTER, twice("wager.added"), "G-15"),
    ("a hand that isn't there", PURE, has("card.dealt", hand=2), None),
    ("a decision of nobody's", PURE, has("decision.made", seat=4), None),
    (
        "W changed after the deal",
        PURE,
        more("decision.made", "player_dealer.wagered", wager_cents=60_000),
        "G-12",
    ),
    (
        "a wager withdrawn after the deal",
        PURE,
        more("decision.made", "wager.withdrawn", seat=7, kind="buster"),
        None,
    ),
    (
        "a game wager withdrawn under its side bets",
        PURE,
        more("fee.collected", "wager.withdrawn", seat=7, kind="game"),
        None,
    ),
    ("completed with a hole card down", FLYER, lacks("card.revealed"), None),
    (
        "completed over an open hand",
        FLYER,
        swapped_kinds("decision.made", 3, "round.completed", 0),
        None,
    ),
    ("completed twice", PURE, twice("round.completed"), "round"),
    ("a fee of an empty seat", PURE, has("fee.collected", seat=8), None),
    (
        "a waiver by nobody known",
        PURE,
        sent("fee.collected", type="fee.waived", data=WAIVED | {"authorised_by": "ghost"}),
        "authorised_by",
    ),
    (
        "a waiver by the drop team",
        PURE,
        sent("fee.collected", type="fee.waived", data=WAIVED | {"authorised_by": "drop-1"}),
        "authorised_by",
    ),
    (
        "a payment before the settlement",
        PURE,
        more(
            "round.completed",
            "wager.paid",
            seat=7,
            hand=1,
            kind="game",
            player="P-7",
            paid_cents=0,
            collected_cents=0,
        ),
        None,
    ),
]
IRREGULAR: Final[list[tuple[str, str, Change, str]]] = [
    ("other decks than the offering's", PURE, has("shoe.loaded", decks=8), "decks"),
    ("a game wager below the least", PURE, has("wager.placed", amount_cents=2), "limit"),
    ("a W above the most", PURE, has("round.opened", wager_cents=10**9), "limit"),
    ("a deal out of order", PURE, swapped("card.dealt", 0, 1), "out_of_turn"),
    ("a card of the deal left out", PURE, lacks("card.dealt"), "out_of_turn"),
    (
        "a wager after the first card",
        PURE,
        swapped_kinds("wager.placed", 3, "card.dealt", 0),
        "late_wager",
    ),
    ("a seat's card down", PURE, has("card.dealt", card=None, face="down"), "face"),
    ("the PD's first card up in 000", PURE, has("card.dealt", 2, card="7S", face="up"), "face"),
    ("the hole card up in 002", BUSTER, has("card.dealt", 7, card="7C", face="up"), "face"),
    ("a first card revealed again", PURE, twice("card.revealed"), "reveal"),
    (
        "a hole card revealed too early",
        PURE,
        swapped_kinds("decision.made", 4, "card.revealed", 1),
        "reveal",
    ),
    (
        "a stand on eleven",
        PURE,
        has("decision.made", action="stand", amount_cents=None),
        "must_hit",
    ),
    ("a decision before its turn", PURE, swapped("decision.made", 0, 1), "out_of_turn"),
    ("a double above the original", PURE, has("decision.made", amount_cents=1_010), "double_stake"),
    ("a double below the least", PURE, has("decision.made", amount_cents=10), "limit"),
    ("a split of king and queen in 000", PURE, has("card.dealt", 4, card="QD"), "unlike_split"),
    (
        "a split stake other than the original",
        PURE,
        has("decision.made", 1, amount_cents=1_000),
        "split_stake",
    ),
    ("a hit on a hand that stood", PURE, has("decision.made", 3, hand=1), "hand_ended"),
    ("a card on a hand that stood", PURE, has("card.dealt", 9, hand=1), "hand_ended"),
    ("a button elsewhere", PURE, has("action_button.placed", seat=8), "button"),
    (
        "a button before the reveal",
        PURE,
        swapped_kinds("card.revealed", 1, "action_button.placed", 0),
        "button",
    ),
    (
        "a PD who draws on eighteen",
        PURE,
        more("round.completed", "card.dealt", **PD),
        "dealer_draw",
    ),
    ("a PD who stops on sixteen", PURE, lacks("card.dealt", 10), "dealer_stand"),
    ("no peek under an ace", BUSTER, lacks("hole_card.checked"), "peek"),
    ("a peek twice", BUSTER, twice("hole_card.checked"), "peek"),
    ("a peek in 003", FLYER, more("decision.made", "hole_card.checked", natural=False), "peek"),
    (
        "a peek that said clear over a natural",
        BUSTER,
        has("card.revealed", card="TC"),
        "hole_contradicts",
    ),
    ("insurance above half", BUSTER, has("decision.made", amount_cents=501), "insurance_stake"),
    (
        "insurance after the peek",
        BUSTER,
        swapped_kinds("decision.made", 0, "hole_card.checked", 0),
        "insurance_time",
    ),
    (
        "a surrender of a split hand in 002",
        BUSTER,
        has("decision.made", 4, action="surrender"),
        "surrender_time",
    ),
    ("a surrender on twenty-one in 003", FLYER, has("card.dealt", 10, card="TH"), "hand_ended"),
    (
        "a hit on an ace split in 003",
        FLYER,
        has("decision.made", 1, action="hit", amount_cents=None),
        "must_stand",
    ),
    (
        "an addition other than the original",
        BUSTER,
        has("wager.added", amount_cents=400),
        "split_stake",
    ),
    (
        "an addition after the card",
        BUSTER,
        behind("wager.added", "card.dealt", 9),
        "late_wager",
    ),
    ("a button in 003", FLYER, more("round.completed", "action_button.placed", seat=2), "button"),
    ("a seventh copy", PURE, burned_before("card.dealt", "5S", 6), "copies"),
]
MUTATIONS: Final = [
    *(Mutation(*one, "malformed") for one in UNREADABLE),
    *(Mutation(name, game, change, "rule", rule) for name, game, change, rule in IMPOSSIBLE),
    *(Mutation(name, game, change, "procedure", rule) for name, game, change, rule in IRREGULAR),
]
NAMES: Final = [one.name for one in MUTATIONS]


def played(events: list[Content], game: str) -> tuple[Play, CardroomError | None]:
    """A table that these events were told to, until the first that was refused."""
    play = Play(an_offering(game))
    play.now = NOON
    for number, event in enumerate(events, start=1):
        content = json.dumps({"id": str(UUID(int=number)), **event}).encode()
        try:
            play.take(codec.read_event(content, pointer="", override=None))
        except CardroomError as refusal:
            return play, refusal
    return play, None


def test_there_are_enough_of_them_and_no_name_stands_twice() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 40


@pytest.mark.parametrize("game", ROUNDS)
def test_unchanged_the_rounds_are_legal(game: str) -> None:
    play, refusal = played(ROUNDS[game](), game)
    assert refusal is None
    assert play.round.settlement is not None
    assert not [note for record in play.records for note in record.noted.irregularities]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_a_mutation_is_refused_by_its_code_and_leaves_what_was_before(mutation: Mutation) -> None:
    events = deepcopy(ROUNDS[mutation.game]())
    mutation.change(events)
    play, refusal = played(events, mutation.game)
    assert refusal is not None, "it was accepted"
    assert (refusal.code, refusal.rule) == (mutation.code, mutation.rule), refusal.detail
    assert play.replayed() == (play.table, play.rounds)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_an_override_lets_a_breach_of_procedure_stand_and_nothing_else(mutation: Mutation) -> None:
    events = deepcopy(ROUNDS[mutation.game]())
    mutation.change(events)
    play, refusal = played([{**event, "override": FLOOR} for event in events], mutation.game)
    codes = {note.code for record in play.records for note in record.noted.irregularities}
    if mutation.code == "procedure":
        assert mutation.rule in codes
    else:
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (mutation.code, mutation.rule)
