"""Table events: opening and closing, seats, shoe, box, and what a closed table still takes."""

import pytest

from cardroom.errors import Forbidden, RuleViolation
from tables.rounds.take import take
from tests.builders import BUSTER, GAMES, PURE, Content, Play, a_round, a_table, an_offering, dealt

BEFORE_OPENING: list[tuple[str, Content]] = [
    ("seat.taken", {"seat": 2, "player": "P-2", "kind": "patron"}),
    ("seat.left", {"seat": 2}),
    ("shoe.loaded", {"decks": 6}),
    ("card.burned", {}),
    ("dealer.changed", {"dealer": "D-1"}),
    ("table.closed", {"reason": "late"}),
    ("game.ended", {"reason": "no_player_dealer"}),
    ("game.started", {"reason": "new"}),
    ("play.paused", {"reason": "fill"}),
    ("play.resumed", {"reason": "fill"}),
    ("player_dealer.offered", {"seat": 2, "accepted": True}),
    ("round.opened", {"player_dealer_seat": 2, "wager_cents": 50_000}),
    ("wager.placed", {"seat": 2, "kind": "game", "amount_cents": 1_000}),
    ("round.completed", {}),
]
ALSO_WHILE_CLOSED: list[tuple[str, Content]] = [
    ("box.changed", {"purpose": "collection", "box_out": "BX-1", "removed_by": "drop-1"}),
    ("notice.checked", {"present": True, "checked_by": "floor-7"}),
    ("day.attested", {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 1}),
    ("fee.collected", {"seat": 2, "role": "player", "amount_cents": 100, "number": 1}),
]
NOTE: Content = {"text": "spilled a drink"}


@pytest.mark.parametrize(("name", "content"), BEFORE_OPENING + ALSO_WHILE_CLOSED)
def test_nothing_but_an_incident_comes_before_the_table_opens(name: str, content: Content) -> None:
    play = Play(an_offering(BUSTER))
    assert "isn't open" in play.rule(name, **content)
    play.send("incident.noted", **NOTE)
    assert play.table.offering == ""


@pytest.mark.parametrize(("name", "content"), BEFORE_OPENING)
def test_a_closed_table_is_opened_before_it_plays_on(name: str, content: Content) -> None:
    play = a_table(BUSTER)
    play.send("table.closed", reason="end of day", last_round=0)
    assert "isn't open" in play.rule(name, **content)
    play.send("incident.noted", **NOTE)


@pytest.mark.parametrize(("name", "content"), ALSO_WHILE_CLOSED)
def test_what_concerns_money_and_the_day_also_comes_after_closing(
    name: str, content: Content
) -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    play.send("table.closed", reason="end of day")
    play.send(name, **content)


def test_a_table_opens_once_with_an_offering_of_the_house() -> None:
    play = a_table(BUSTER)
    assert play.table.game_runs
    again: Content = {"offering": BUSTER, "gaming_day": "2026-11-28"}
    assert "open already" in play.rule("table.opened", **again)
    play.send("table.closed", reason="end of day")
    assert "no offering `FISH`" in play.rule("table.opened", **again | {"offering": "FISH"})
    play.send("table.opened", **again)


def test_a_table_isnt_closed_over_an_open_round() -> None:
    play = a_round(BUSTER, {2: 1_000})
    assert "round 1 is open" in play.rule("table.closed", reason="late")


def test_closing_clears_seats_and_shoe_and_numbering_run_and_box_go_on() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.send("box.changed", purpose="collection", box_in="BX-1", removed_by="drop-1")
    play.stand(2)
    play.reveal()
    play.settle()
    play.send("table.closed", reason="end of day")
    table = play.table
    assert (table.is_open, table.game_runs, table.seats, table.shoe) == (False, False, {}, None)
    play.send("table.opened", offering=BUSTER, gaming_day="2026-11-28")
    assert (table.last_round, table.boxes["collection"].box) == (1, "BX-1")
    assert table.run is not None
    assert (table.run.holder, table.run.hands) == ("P-5", 1)
    play.sit(2, 5)
    play.open_round()
    assert play.round.number == 2


def test_a_seat_is_taken_once_and_a_player_sits_once() -> None:
    play = a_table(BUSTER)
    play.sit(2)
    assert "seat 2 is taken" in play.rule("seat.taken", seat=2, player="P-9", kind="patron")
    assert "P-2 sits at seat 2" in play.rule("seat.taken", seat=4, player="P-2", kind="patron")
    for seat in (0, 9):
        taken: Content = {"seat": seat, "player": "P-9", "kind": "patron"}
        assert f"no seat {seat}" in play.rule("seat.taken", **taken)
        assert f"no seat {seat}" in play.rule("seat.left", seat=seat)
        assert f"no seat {seat}" in play.rule("player_dealer.offered", seat=seat, accepted=True)
    assert "nobody sits at seat 4" in play.rule("seat.left", seat=4)
    play.send("seat.left", seat=2)
    play.send("seat.taken", seat=4, player="P-2", kind="house")
    assert play.table.seat_of("P-2") == 4


def test_a_company_holds_the_position_for_its_player() -> None:
    play = a_table(BUSTER)
    play.sit(2)
    play.send("seat.taken", seat=5, player="P-5", kind="tppps", tppps="KN", badge="KN-11")
    play.send("seat.taken", seat=7, player="P-7", kind="tppps")
    assert [seat.holder for seat in play.table.seats.values()] == ["P-2", "KN", "P-7"]
    for hands in (1, 2):
        play.open_round()
        play.bet(2, 1_000)
        play.deal({2: "TS 9D"}, "7S TC")
        assert play.table.run is not None
        assert (play.table.run.holder, play.table.run.hands) == ("KN", hands)
        play.stand(2)
        play.reveal()
        play.settle()
    play.open_round(pd=7)
    play.bet(2, 1_000)
    play.card(2, "TS")
    assert play.table.run is not None
    assert (play.table.run.holder, play.table.run.hands) == ("P-7", 1)


def test_a_round_that_is_voided_before_its_settlement_is_no_hand_of_the_run() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.deal({2: "TS 9D"}, "7S TC")
    assert play.table.run is not None
    play.send("round.voided", reason="misdeal", authorised_by="floor-7")
    assert play.table.run is None


def test_a_round_that_is_never_dealt_is_no_hand_of_the_run() -> None:
    play = a_round(BUSTER, {2: 1_000})
    assert play.table.run is None


def test_other_decks_than_the_offerings_are_a_breach() -> None:
    play = a_table(BUSTER)
    assert play.breaches("shoe.loaded", decks=8) == "decks"
    assert play.table.shoe is not None
    assert play.table.shoe.decks == 8


def test_one_round_is_open_at_a_time_with_a_number_never_used() -> None:
    play = a_round(BUSTER, {2: 1_000})
    opened: Content = {"player_dealer_seat": 5, "wager_cents": 50_000}
    assert "round 1 is open" in play.rule("round.opened", number=2, **opened)
    play.send("round.voided", reason="misdeal", authorised_by="floor-7")
    assert "round numbers rise" in play.rule("round.opened", number=1, **opened)
    play.send("round.opened", number=2, **opened)
    assert "round 2 is open, not 1" in play.rule("round.completed", number=1)
    assert "round 2 is open, not 3" in play.rule("round.completed", number=3)


def test_the_player_dealers_seat_exists_and_is_taken() -> None:
    play = a_table(BUSTER)
    play.sit(2)
    opened: Content = {"wager_cents": 50_000, "number": 1}
    for seat, why in ((9, "no seat 9"), (5, "nobody sits at seat 5")):
        refusal = play.refused("round.opened", player_dealer_seat=seat, **opened)
        assert (refusal.code, refusal.pointer) == ("rule", "/data/player_dealer_seat")
        assert why in refusal.detail


def test_an_event_of_a_round_needs_it_to_be_open() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    for number in (1, 2):
        for name, content in (
            ("wager.placed", {"seat": 2, "kind": "game", "amount_cents": 1_000}),
            ("wager.withdrawn", {"seat": 2, "kind": "game"}),
            ("player_dealer.wagered", {"wager_cents": 50_000}),
            ("card.dealt", {"to": "player_dealer", "card": "2S", "face": "up"}),
            ("card.revealed", {"index": 1, "card": "2S"}),
            ("hole_card.checked", {"natural": False}),
            ("decision.made", {"seat": 2, "action": "hit"}),
            ("action_button.placed", {"seat": 2}),
            ("round.completed", {}),
            ("wager.added", {"seat": 2, "hand": 1, "player": "B-1", "amount_cents": 500}),
        ):
            assert f"round {number} isn't open" in play.rule(name, number=number, **content)


def test_a_round_is_voided_once_and_after_its_settlement_only_by_another_authority() -> None:
    void: Content = {"reason": "misdeal", "authorised_by": "floor-7"}
    play = a_round(BUSTER, {2: 1_000})
    records = play.send("round.voided", **void)
    assert records[0].noted.irregularities[0].code == "voided"
    assert "voided already" in play.rule("round.voided", number=1, **void)
    assert "no round 2" in play.rule("round.voided", number=2, **void)
    play.open_round()
    play.bet(2, 1_000)
    play.deal({2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    event = play.event("round.voided", number=2, **void)
    with pytest.raises(Forbidden):
        take(play.table, event, play.facts, position=99)


def test_a_skipped_round_never_was() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    play.open_round(number=4)
    assert [play.table.has_round(number) for number in range(1, 6)] == [
        False,
        False,
        False,
        True,
        False,
    ]
    event = play.event("round.voided", number=3, reason="x", authorised_by="floor-7")
    with pytest.raises(RuleViolation, match="no round 3"):
        take(play.table, event, play.facts, position=99)


def test_a_missing_rounds_neighbour_is_the_one_below_or_for_the_first_the_one_above() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    play.open_round(number=4)
    play.send("round.voided", authorised_by="floor-7", reason="misdeal")
    play.open_round(number=7)
    assert [play.table.neighbour(number) for number in (1, 3, 5, 6)] == [4, 4, 4, 4]
    play.table.fill(5)
    assert (play.table.missing, play.table.neighbour(6)) == ([(1, 3), (6, 6)], 5)
    with pytest.raises(LookupError, match="round 5"):
        play.table.neighbour(5)


def test_table_events_leave_what_they_say() -> None:
    play = a_table(PURE)
    play.send("dealer.changed", dealer="D-7")
    play.send("play.paused", reason="fill")
    assert (play.table.dealer, play.table.is_paused) == ("D-7", True)
    play.send("play.resumed", reason="filled")
    play.send("game.ended", reason="no_player_dealer")
    assert (play.table.is_paused, play.table.game_runs) == (False, False)
    play.send("game.started", reason="new player-dealer")
    assert play.table.game_runs
    play.send("box.changed", purpose="jackpot", box_in="BX-2", removed_by="drop-1")
    play.send("box.changed", purpose="jackpot", box_out="BX-2", removed_by="drop-1")
    assert play.table.boxes == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_others_read_from_the_log_changes_no_table(game: str) -> None:
    play = a_table(game)
    play.sit(2)
    at = play.table.last_occurred_at
    for name, content in (
        ("notice.checked", {"present": False, "checked_by": "floor-7"}),
        ("day.attested", {"gaming_day": "2026-11-28", "last_round": 0, "rounds_dealt": 0}),
        ("incident.noted", NOTE | {"number": 7}),
    ):
        before = str(play.table).replace(repr(play.table.last_occurred_at), "")
        play.send(name, **content)
        assert str(play.table).replace(repr(play.table.last_occurred_at), "") == before
    assert play.table.last_occurred_at != at
