"""The dispute sheet of whatever can happen to a round: its content, and pages that print."""

import re
from collections.abc import Callable

import pytest
from msgspec import structs
from reportlab.graphics.shapes import Rect, String
from reportlab.lib import pagesizes

from cardroom.reports.dispute import drawings, render
from cardroom.reports.dispute.layout import lay_out
from cardroom.reports.document import Document, Section
from cardroom.reports.render.charts import WIDTH
from tables.replays import RoundReplay
from tables.rounds.replay import Coverage, Segment
from tables.views.fees import fees_view
from tests.builders import BUSTER, CODE, PURE, Play, a_round, dealt
from tests.unit.reports.test_renderings import pages
from tests.unit.rounds.replay.telling import told_of


def read(play: Play, number: int = 1) -> RoundReplay:
    """A round of a played table as it is read from a log."""
    told = told_of(play, number)
    return RoundReplay(
        house="EXAMPLE",
        house_name="Marlow Bend",
        zone="America/Los_Angeles",
        table="T05",
        number=number,
        told=told,
        fees=fees_view(told.now),
        dealer="D-11",
        seated=(),
        before=None,
        after=None,
    )


def section(document: Document, name: str) -> Section:
    """A section of that name."""
    return next(one for one in document.sections if one.name == name)


def a_split_round() -> Play:
    """Splits, backline, insurance and Buster, and W that ends inside the third wager."""
    play = a_round(BUSTER, {2: 2_000, 3: 2_000}, w=5_000)
    play.sit(4)
    play.bet(2, 500, "buster")
    play.bet(2, 1_000, player="P-4", backline=True)
    play.deal({2: "8H 8D", 3: "TC 9D"}, "AH 6C")
    play.insure(3, 1_000)
    play.peek()
    play.split(2, 2_000)
    play.card(2, "TS")
    play.stand(2)
    play.card(2, "7S", hand=2)
    play.stand(2, hand=2)
    play.stand(3)
    play.reveal()
    play.draw("2C")
    play.settle()
    return play


def a_corrected_round() -> Play:
    """The same with another card for the player-dealer."""
    play = a_split_round()
    events = [
        {**event, "data": {**event["data"], "card": "4C"}}
        if event["data"].get("card") == "2C"
        else event
        for event in play.whole()
    ]
    play.correct(events)
    return play


def a_voided_round() -> Play:
    """That, voided by a supervisor."""
    play = a_corrected_round()
    play.scope = "supervisor"
    play.send("round.voided", authorised_by="sup-1", reason="a foul shoe", code=CODE)
    return play


def an_open_round() -> Play:
    """Cards lie down and nobody has decided."""
    return dealt(PURE, {2: "TH 8D"}, "7S TC")


def a_round_without_cards() -> Play:
    """Wagers alone."""
    return a_round(PURE, {2: 1_000})


def a_floor_settlement() -> Play:
    """The floor gave everything back."""
    play = dealt(PURE, {2: "TH 8D"}, "7S TC")
    line = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2", "stake_cents": 1_000,
            "result": "no_action", "paid_cents": 0, "collected_cents": 0,
            "returned_cents": 1_000}  # fmt: skip
    play.send(
        "round.settled_by_floor",
        lines=[line],
        reason="a fire drill",
        authorised_by="floor-7",
        code=CODE,
    )
    return play


ROUNDS: tuple[Callable[[], Play], ...] = (
    a_split_round, a_corrected_round, a_voided_round, an_open_round, a_round_without_cards,
    a_floor_settlement,
)  # fmt: skip


@pytest.mark.parametrize("play", ROUNDS)
def test_a_sheet_is_the_same_bytes_each_time_on_letter_pages_with_numbers(
    play: Callable[[], Play],
) -> None:
    found = read(play())
    pdf = render(found)
    assert pdf == render(read(play()))
    boxes = set(re.findall(rb"/MediaBox \[ 0 0 (\d+) (\d+) \]", pdf))
    width, height = pagesizes.landscape(pagesizes.letter)
    assert boxes == {(str(int(width)).encode(), str(int(height)).encode())}
    assert b"/Encrypt" not in pdf
    assert not re.search(
        rb"/(JavaScript|URI|Image)\b", pdf.replace(b"/ImageB /ImageC /ImageI", b"")
    )


def test_a_settlement_is_laid_out_line_by_line_with_reasons_and_readings() -> None:
    found = read(a_split_round())
    table = section(lay_out(found), "settlement")
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    lines = found.told.revisions[-1].lines
    assert [row["why"] for row in rows] == [
        f"{one.sentence} [{', '.join(one.readings)}]" for one in lines
    ]
    for row, one in zip(rows, lines, strict=True):
        line = one.line
        assert (row["stake"], row["collected"], row["returned"]) == (
            line.stake_cents,
            line.collected_cents,
            line.returned_cents,
        )
    assert [row["wager"] for row in rows] == [
        "game", "insurance", "hand 1", "hand 1, backline", "hand 2", "Buster",
    ]  # fmt: skip
    assert "player-dealer's net is" in table.note
    assert [row["left"] for row in rows][-1] == 0
    assert "lose, part" in [row["result"] for row in rows]


def test_two_revisions_stand_side_by_side_with_whose_money_changes() -> None:
    document = lay_out(read(a_corrected_round()))
    changed, people = section(document, "changes"), section(document, "people")
    assert changed.title == "From revision 1 to revision 2"
    assert "Sup-1 corrects the round: seen on camera." in changed.note
    assert sum(row[-1] for row in people.rows if isinstance(row[-1], int)) == 0
    assert {row[0] for row in people.rows} == {"P-2", "P-3", "P-4"}
    assert document.marks == ("Revision 2 is in force; earlier ones are shown beside it.",)
    events = section(document, "events")
    assert any("part" in str(row[0]) and str(row[2]).startswith("* ") for row in events.rows)


def test_a_void_is_marked_and_shows_what_went_back() -> None:
    document = lay_out(read(a_voided_round()))
    assert document.marks == ("This round is voided: every wager was returned.",)
    titles = [one.title for one in document.sections if one.name == "changes"]
    assert titles == ["From revision 1 to revision 2", "From revision 2 to the void"]
    (last,) = [one for one in document.sections if one.title == titles[1]]
    assert {row[4] for row in last.rows} == {"all returned"}
    assert section(document, "settlement").title.endswith("revision 2, taken back by the void")
    assert "Sup-1 voids the round: A foul shoe." in last.note
    noted = section(document, "irregularities")
    assert ("sup-1, confirmed by code: a foul shoe",) in {row[3:] for row in noted.rows}


def test_a_voided_round_that_is_corrected_comes_from_nothing() -> None:
    play = a_voided_round()
    play.correct(play.whole()[:-1])
    titles = [one.title for one in lay_out(read(play)).sections if one.name == "changes"]
    assert titles[-1] == "From nothing to revision 3"


def test_an_unsettled_round_says_so_and_what_comes_next() -> None:
    (mark,) = lay_out(read(an_open_round())).marks
    assert mark == "This round is not settled: P-2 decides for seat 2 on 18."
    names = [one.name for one in lay_out(read(a_round_without_cards())).sections]
    assert names == ["irregularities", "events", "readings"]


def test_what_the_floor_decided_is_marked() -> None:
    document = lay_out(read(a_floor_settlement()))
    assert "The floor settled this round by hand; the rules were not applied." in document.marks


def test_a_dealer_whom_no_table_reported_is_said_so() -> None:
    document = lay_out(structs.replace(read(a_split_round()), dealer=None))
    assert ("House dealer", "not reported") in document.facts


def test_an_event_of_another_day_is_told_with_its_date() -> None:
    found = read(a_split_round())
    *steps, last = found.told.steps
    later = structs.replace(last, occurred_at=last.occurred_at.replace(day=30))
    told = structs.replace(found.told, steps=(*steps, later))
    clocks = [row[1] for row in section(lay_out(structs.replace(found, told=told)), "events").rows]
    assert re.fullmatch(r"12:00:\d\d", str(clocks[0]))
    assert re.fullmatch(r"2026-11-30 12:00:\d\d", str(clocks[-1]))


def test_w_is_drawn_to_scale_and_ends_inside_the_wager_that_it_cuts() -> None:
    reached = read(a_split_round()).told.revisions[-1].coverage
    drawn = drawings.strip(reached)
    texts = [one.text for one in drawn.contents if isinstance(one, String)]
    assert "W = $50 ends here" in texts
    assert any(text.startswith(("collected ", "$")) for text in texts)
    bars = [one for one in drawn.contents if isinstance(one, Rect)]
    assert max(bar.x + bar.width for bar in bars) <= WIDTH + 0.01


def test_wagers_too_small_for_words_are_drawn_without_them() -> None:
    small = Segment(
        order=1, seat=2, what="game", is_paid=True, moved_cents=1, beyond_cents=0, is_cut=False,
        has_action=True, left_cents=0, net_cents=0,
    )  # fmt: skip
    large = structs.replace(small, order=2, moved_cents=0, beyond_cents=1_000_000, is_paid=False)
    nothing = structs.replace(small, order=3, moved_cents=0)
    reached = Coverage(
        policy="matched_gross", wager_cents=1, dues_cents=1, used_cents=1, remaining_cents=0,
        covers_all=False, exhausted=True, ends_in=2, sentence="", policy_sentence="",
        segments=(small, large, nothing),
    )  # fmt: skip
    texts = [one.text for one in drawings.strip(reached).contents if isinstance(one, String)]
    assert "$10,000 back" in texts
    assert not any(text.startswith(("paid", "1.", "3.")) for text in texts)
    empty = structs.replace(reached, segments=(nothing,), ends_in=None)
    assert drawings.strip(empty).contents == []


def test_the_words_of_the_sheet_are_on_its_numbered_pages_with_repeated_heads() -> None:
    found = pages(render(read(a_corrected_round())))
    assert all(f"Page {number} of {len(found)}" in page for number, page in enumerate(found, 1))
    whole = " ".join(found)
    for text in ("Dispute sheet", "W = $50 ends here", "Settlement, revision 2", "Seen by"):
        assert text in whole
    events = [page for page in found if "is dealt" in page]
    assert len(events) > 1
    assert all("Happened at" in page for page in events)
