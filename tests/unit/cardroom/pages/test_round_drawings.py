"""The table and W drawn: each hand, card and wager has its place, inside of the picture."""

from collections.abc import Callable

import pytest
from msgspec import structs

from cardroom.pages.rounds import edited
from cardroom.pages.rounds.felt import HEIGHT, WIDTH, TableAt, table_at
from cardroom.pages.rounds.reach import _LEAST, _x_of, reach_at
from tables.replays import Seated
from tables.rounds.replay import Coverage, Segment
from tables.rounds.replay.picture import Bet, HandPicture, SeatPicture
from tests.builders import BUSTER, FLYER, PURE, Play, a_round, dealt
from tests.unit.reports.test_dispute_sheet import (
    a_corrected_round,
    a_floor_settlement,
    a_split_round,
    a_voided_round,
    an_open_round,
    read,
)
from tests.unit.rounds.replay.telling import told_of

ROUNDS: tuple[Callable[[], Play], ...] = (
    a_split_round, a_corrected_round, a_voided_round, an_open_round, a_floor_settlement,
)  # fmt: skip


def drawn(play: Play, *, settled: bool = True) -> TableAt:
    """The table behind the last step, with its settlement."""
    found = read(play)
    shown = found.told.revisions[-1] if settled and found.told.revisions else None
    return table_at(found, found.told.steps[-1].picture, shown, {2} if settled else ())


@pytest.mark.parametrize("play", ROUNDS)
def test_everything_lies_inside_the_picture(play: Callable[[], Play]) -> None:
    table = drawn(play())
    for seat in table.seats:
        assert seat.x >= 0
        assert seat.x + seat.width <= WIDTH
        assert seat.y + 38 <= HEIGHT
        for hand in seat.hands:
            for card in hand.cards:
                assert 0 <= card.x <= WIDTH - card.width
                assert 0 <= card.y <= HEIGHT - card.height


def test_hands_after_a_split_stand_side_by_side_in_numbers() -> None:
    table = drawn(a_split_round())
    (seat,) = (one for one in table.seats if one.seat == 2)
    assert [hand.said for hand in seat.hands] == ["1· 18", "2· 15"]
    first, second = seat.hands
    assert first.x < second.x
    assert [bet for _, _, bet in seat.bets] == ["$20 + $20", "+ $5 Buster", "1 behind: $10"]
    assert (seat.kind, seat.below) == ("chg", "3. lose +1")
    (other,) = (one for one in table.seats if one.seat == 3)
    assert [bet for _, _, bet in other.bets] == ["$20 + $10 insurance"]
    (empty,) = (one for one in table.seats if one.seat == 7)
    assert (empty.kind, empty.player) == ("none", "empty")
    (player_dealer,) = (one for one in table.seats if one.seat == 5)
    assert (player_dealer.kind, player_dealer.below) == ("pdl", "player-dealer")


def test_four_hands_stand_two_by_two() -> None:
    play = dealt(FLYER, {2: "8H 8D"}, "6H TC")
    play.split(2, 1_000)
    play.card(2, "8S")
    play.split(2, 1_000)
    play.card(2, "8C")
    play.split(2, 1_000)
    (seat,) = (one for one in drawn(play, settled=False).seats if one.seat == 2)
    assert len(seat.hands) == 4
    assert len({hand.x for hand in seat.hands}) == 2
    assert len({hand.y for hand in seat.hands}) == 2
    assert seat.below == "to act"
    (bets,) = seat.bets
    lowest = max(card.y + card.height for hand in seat.hands for card in hand.cards)
    assert bets[1] - 9 >= lowest  # so high are the letters
    assert bets[2] == "4 \N{MULTIPLICATION SIGN} $10"


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_what_is_wagered_at_a_seat_lies_on_nobodys_plate(hands: int) -> None:
    one = HandPicture(number=1, cards=("8H", "8D"), total="16", state="", is_next=False)
    stakes = tuple((number, 2_000) for number in range(1, hands + 1))
    own = Bet(player="P-1", kind="game", backline=False, amount_cents=2_000, stakes=stakes)
    behind = Bet(player="P-2", kind="game", backline=True, amount_cents=1_000, stakes=((1, 1_000),))
    found = read(a_split_round())
    picture = found.told.steps[-1].picture
    for number in range(1, 9):
        seat = SeatPicture(seat=number, player="P-1", hands=(one,) * hands, bets=(own, behind))
        table = table_at(found, structs.replace(picture, seats=(seat,)), None, ())
        (drawn_seat,) = (each for each in table.seats if each.seat == number)
        for x, y, text in drawn_seat.bets:
            width = 6.2 * len(text)
            assert x + width <= WIDTH
            left, mark, _ = drawn_seat.mark
            assert left >= 13
            is_aside = x + width <= left - 13 or left + 13 <= x
            assert is_aside or y + 2 <= mark - 13 or mark + 13 <= y - 9, number
            for plate in table.seats:
                beside = x + width <= plate.x or plate.x + plate.width <= x
                assert beside or y + 2 <= plate.y or plate.y + 38 <= y - 9, (number, plate.seat)


@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("seat", [1, 2, 7, 8])
def test_insurance_at_the_sides_has_a_line_of_its_own_and_lies_on_no_plate(
    seat: int, hands: int
) -> None:
    one = HandPicture(number=1, cards=("8H", "8D"), total="16", state="", is_next=False)
    own = Bet(player="P-1", kind="game", backline=False, amount_cents=20_000, stakes=())
    insurance = structs.replace(own, kind="insurance", amount_cents=10_000)
    behind = structs.replace(own, backline=True)
    picture = read(a_split_round()).told.steps[-1].picture
    sits = SeatPicture(seat=seat, player="P-1", hands=(one,) * hands, bets=(own, insurance, behind))
    table = table_at(read(a_split_round()), structs.replace(picture, seats=(sits,)), None, ())
    (found,) = (each for each in table.seats if each.seat == seat)
    said = [text for _, _, text in found.bets]
    assert said == ["$200", "+ $100 insurance", "1 behind: $200"]
    for x, y, text in found.bets:
        for plate in table.seats:
            beside = x + 6.2 * len(text) <= plate.x or plate.x + plate.width <= x
            assert beside or y + 2 <= plate.y or plate.y + 38 <= y - 9, plate.seat


def test_who_sits_without_a_wager_is_shown() -> None:
    found = read(a_round(PURE, {2: 1_000}))
    sitting = structs.replace(found, seated=(Seated(seat=6, player="P-6", kind="patron"),))
    (seat,) = (
        one
        for one in table_at(sitting, found.told.steps[-1].picture, None, ()).seats
        if one.seat == 6
    )
    assert (seat.player, seat.below, seat.kind) == ("P-6", "no wager", "")


def test_the_action_button_lies_where_it_was_put_or_else_where_it_belongs() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "7S 2C")
    play.stand(2)
    play.reveal()
    assert [seat.seat for seat in drawn(play).seats if seat.has_button] == [7]
    assert drawn(play).button == "hole card 2: action button on seat 7"
    play.send("action_button.placed", seat=8, override=True)
    assert [seat.seat for seat in drawn(play).seats if seat.has_button] == [8]


def test_w_ends_inside_the_bar_that_it_cuts() -> None:
    strip = reach_at(read(a_split_round()).told.revisions[-1].coverage)
    kinds = [bar.kind for bar in strip.bars]
    assert kinds == ["coll", "coll", "coll", "coll", "over", "over"]
    assert strip.end is not None
    before = [bar for bar in strip.bars if bar.kind != "over"][-1]
    assert strip.end == before.x + before.width
    assert "inside seat 2's wager" in strip.ends
    assert strip.ends_right
    assert strip.end_x < strip.end
    assert [tick.text for tick in strip.ticks] == ["0", "10", "20", "30", "40", "50"]
    assert [tick.x for tick in strip.ticks] == sorted(tick.x for tick in strip.ticks)
    assert strip.bars[-1].middle < 1_170
    wager = next(one.wager_cents for one in [read(a_split_round()).told.revisions[-1].coverage])
    assert _x_of(wager, list(strip.bars), (before.width - _LEAST) / before.cents) == strip.end


def test_w_that_covers_all_has_no_end_and_net_absorbing_no_scale() -> None:
    play = dealt(PURE, {2: "TH TD"}, "9S 9C", coverage_policy="net_absorbing")
    play.stand(2)
    play.reveal()
    play.settle()
    strip = reach_at(read(play).told.revisions[-1].coverage)
    assert (strip.end, strip.ends, strip.ticks) == (None, "", ())
    assert [bar.text for bar in strip.bars] == ["paid $10"]
    assert strip.end_x == 8


def test_a_winner_that_is_cut_has_an_unpaid_part_and_small_bars_no_words() -> None:
    one = Segment(
        order=1, seat=2, what="game", is_paid=True, moved_cents=100_000, beyond_cents=900_000,
        is_cut=True, has_action=True, left_cents=0, net_cents=0,
    )  # fmt: skip
    small = structs.replace(one, order=2, moved_cents=0, beyond_cents=1, is_cut=False)
    nothing = structs.replace(one, order=3, moved_cents=0, beyond_cents=0)
    reached = Coverage(
        policy="matched_gross", wager_cents=100_000, dues_cents=1_000_000, used_cents=100_000,
        remaining_cents=0, covers_all=False, exhausted=True, ends_in=1, sentence="",
        policy_sentence="", segments=(one, small, nothing),
    )  # fmt: skip
    strip = reach_at(reached)
    assert [bar.text for bar in strip.bars] == ["paid $1,000", "$9,000 unpaid", ""]
    assert not strip.ends_right
    assert strip.labels[0].text == "1. seat 2"
    exact = structs.replace(reached, segments=(structs.replace(one, is_cut=False),))
    assert "with seat 2's wager" in reach_at(exact).ends
    empty = structs.replace(reached, segments=(nothing,), used_cents=0)
    assert reach_at(empty).bars == ()


@pytest.mark.parametrize("play", [a_split_round, a_corrected_round, a_voided_round])
def test_a_round_as_a_list_reads_back_as_what_it_was(play: Callable[[], Play]) -> None:
    played = play()
    rows = edited.rows_of(told_of(played))
    found = edited.read(rows, {"authorised_by": "sup-1", "reason": "none"})
    assert found.fault is None
    assert found.places == [*range(len(rows))]
    assert rows[-1].type == "round.completed"
    assert rows[0].said.startswith("Round 1 opens")
    assert all(row.said for row in rows)
    played.correct(found.events)
    before, after = told_of(played).revisions[-2:]
    assert after.settlement.lines == before.settlement.lines


def test_a_floor_settlement_is_edited_with_its_lines() -> None:
    rows = edited.rows_of(told_of(a_floor_settlement()))
    found = edited.read(rows, {"authorised_by": "sup-1", "reason": "none"})
    assert found.fault is None
    assert found.events[-1]["data"]["lines"][0]["returned_cents"] == 1_000


def test_an_event_that_the_floor_let_stand_keeps_its_override() -> None:
    play = dealt(BUSTER, {2: "TH 6D"}, "AS TC")
    play.send("decision.made", seat=2, action="surrender", override=True)
    rows = edited.rows_of(told_of(play))
    word = {"authorised_by": "sup-1", "reason": "as it was"}
    assert edited.read(rows, word).events[-1]["override"] == word
    assert rows[-1].stands
    fault = edited.read([rows[0]._replace(type="no.such")], word).fault
    assert fault == (0, "`no.such` is no event of a round")
    assert edited.posted({"rows": "x"}, rows) == []
    full = [rows[0]] * edited.MOST
    assert edited.added(full, "card.burned", 1) == full
