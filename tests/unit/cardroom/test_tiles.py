"""A table's tile for every state that a table can be in."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from msgspec import structs

from cardroom.pages.floor.filters import FILTERS, shown
from cardroom.pages.floor.tiles import Asked, State, Tile, tile
from cardroom.pages.floor.urgent import urgent
from cardroom.pages.words import dollars, lasting
from tables.floor import Glance
from tables.noted_since import NotedHere
from tables.views import TableView
from tables.views.rotation import DeadlineView, RotationView
from tables.views.table import OpenRoundView, SeatView

NOW: Final = datetime(2026, 11, 29, 6, 41, 7, tzinfo=UTC)
ROTATION: Final = RotationView(
    holder="P-1",
    hands=1,
    limit=2,
    turn="1 of 2",
    must_pass=False,
    seat=3,
    player="P-1",
    accepted=None,
    declined=(),
    offer_next=5,
    must_stop=False,
    stopped=False,
    deadlines=(),
)
VIEW: Final = TableView(
    table="T01",
    open=True,
    offering="PURE",
    game="pure-21.5",
    ruleset_version=1,
    gaming_day=date(2026, 11, 28),
    dealer="D-07",
    game_runs=True,
    paused=False,
    seats=tuple(
        SeatView(seat=n, player=f"P-{n}", kind="patron", tppps=None, badge=None, unidentified=False)
        for n in (3, 5)
    ),
    boxes={},
    rotation=ROTATION,
    round=None,
    last_round=17402,
    last_position=498114,
    next=(),
)
FEE: Final = NotedHere(
    position=8,
    type="fee.collected",
    round=1,
    code="fee",
    detail="assessed 300, collected 200",
)
LATE: Final = NotedHere(
    position=9, type="round.opened", round=1, code="late_batch", detail="sent 20 minutes later"
)


def seen(
    view: Mapping[str, Any] | None = None,
    *,
    silent_s: int = 5,
    blind: bool = False,
    notes: tuple[NotedHere, ...] = (),
    **rotation: Any,
) -> Tile:
    """The tile of a table with these things otherwise."""
    turned = structs.replace(ROTATION, **rotation) if rotation else ROTATION
    made = structs.replace(VIEW, **{"rotation": turned, **(view or {})})
    heard_at = NOW - timedelta(seconds=silent_s)
    glance = Glance(view=made, heard_at=heard_at, collected_cents=116400, noted=notes)
    return tile(
        glance,
        Asked(NOW, "America/Los_Angeles", not blind, blind, {"PURE": 8}),
    )


def in_play(phase: str) -> dict[str, Any]:
    """A round in this phase."""
    now = OpenRoundView(
        round=17403, phase=phase, player_dealer_seat=3, player_dealer="P-1", wager_cents=10000
    )
    return {"round": now}


def deadline(minutes: int, *, clock_runs: bool = True) -> dict[str, Any]:
    """A deadline of D2 in so many minutes."""
    at = NOW + timedelta(minutes=minutes, seconds=30) if clock_runs else None
    made = DeadlineView(clock="wall", reading="strict", deadline_at=at, minutes_left=minutes)
    return {"deadlines": (made,)}


@pytest.mark.parametrize(
    ("table", "state"),
    [
        (seen(), State("run", "Between rounds")),
        (seen(in_play("wagering")), State("run", "Wagers")),
        (seen(in_play("dealing")), State("run", "Dealing")),
        (seen(in_play("playing")), State("run", "Playing")),
        (seen(in_play("drawing")), State("run", "Drawing")),
        (seen({"paused": True}), State("run", "Paused")),
        (seen(hands=2, must_pass=True), State("warn", "Must pass")),
        (seen(hands=2, must_pass=True, must_stop=True), State("breach", "Must stop")),
        (seen(hands=3, must_pass=True), State("breach", "Hand 3 of 2")),
        (seen({"game_runs": False}), State("off", "No game")),
        (seen({"open": False}), State("off", "Closed")),
        (seen(silent_s=181), State("silent", "Silent")),
        (seen({"open": False}, silent_s=9999), State("off", "Closed")),
        (seen({"paused": True}, silent_s=9999), State("run", "Paused")),
        (seen({"game_runs": False}, silent_s=9999), State("off", "No game")),
        (seen(silent_s=9999, hands=3), State("silent", "Silent")),
    ],
)
def test_a_state_is_a_shape_and_a_word(table: Tile, state: State) -> None:
    assert table.state == state


def test_a_tile_says_round_dealer_turn_and_seats() -> None:
    table = seen(in_play("playing"))
    assert (table.game, table.where) == ("Pure 21.5", "Round 17,403 · dealer D-07")
    assert (table.player_dealer, table.turn, table.rule.word) == ("P-1", "1 of 2", "may stay")
    assert [each.what for each in table.seats] == [
        *("none", "none", "taken pdl", "none", "taken next", "none", "none", "none"),
    ]
    assert table.seats_said == "Seats taken: 3, 5; player-dealer at seat 3; next seat 5"
    assert table.fees == "$1,164"
    nobody = seen({"rotation": None, "seats": (), "dealer": None, "last_round": 0})
    assert nobody.where == "No round yet · dealer —"
    assert nobody.seats_said == "Seats taken: none"
    assert nobody.turn == ""


@pytest.mark.parametrize(
    ("rotation", "said"),
    [
        ({"accepted": 6}, "next: seat 6"),
        ({"must_pass": True}, "must pass to seat 5"),
        ({"must_pass": True, "accepted": 6}, "must pass to seat 6"),
        ({"must_pass": True, "offer_next": None}, "must pass"),
        ({"must_stop": True}, "nobody takes it, the game stops"),
        ({"hands": 3}, "R1 broken, pass to seat 5"),
    ],
)
def test_what_the_rotation_asks_is_said(rotation: dict[str, Any], said: str) -> None:
    assert seen(None, **rotation).rule.word == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, None),
        (deadline(31), State("run", "31 min")),
        (deadline(15), State("warn", "15 min")),
        (deadline(5), State("breach", "5 min")),
        (deadline(-3), State("breach", "over 3 min")),
        (deadline(-610), State("breach", "over 10 h")),
        (deadline(9, clock_runs=False), State("warn", "9 min")),
    ],
)
def test_a_deadline_counts_from_now_and_grows_louder(
    given: dict[str, Any], said: State | None
) -> None:
    assert seen(None, **given).deadline == said


def test_a_silent_or_resting_table_has_no_deadline() -> None:
    assert seen(None, silent_s=999, **deadline(4)).deadline is None
    assert seen({"open": False}, **deadline(4)).deadline is None


def test_a_message_says_why_a_table_rests_or_is_not_heard() -> None:
    assert seen(silent_s=252).message == (
        "Nothing heard for 4 min 12 s. Last event 498,114 at 22:36:55; play may go on unseen: call"
        " the table."
    )
    closed = seen({"open": False}, silent_s=252).message
    assert closed == "Last event 498,114 at 22:36:55, last round 17,402."
    assert seen({"game_runs": False}).message.startswith("No game runs.")
    never = structs.replace(VIEW, open=False, last_position=0, rotation=None)
    asked = Asked(NOW, "UTC", sees_fees=True, is_blind=False, seats={})
    assert tile(Glance(view=never), asked).message.startswith("Never opened.")


def test_who_may_count_is_told_of_no_fees_nor_of_notes_about_them() -> None:
    assert seen(notes=(FEE, LATE)).irregular == 2
    blind = seen(notes=(LATE, FEE), blind=True)
    assert (blind.fees, blind.irregular, blind.need) == (None, 0, None)
    of_table = structs.replace(LATE, round=None, code="clock_backwards", detail="by 20 seconds")
    brought_up = structs.replace(FEE, round=None)
    blind = seen(notes=(brought_up, of_table, FEE), blind=True)
    assert blind.irregular == 1
    assert blind.need
    assert blind.need.what == "round opened: by 20 seconds"
    assert blind.need.more == "noted"


def test_who_may_count_is_told_no_position_of_a_table() -> None:
    for view, silent_s in (({"open": False}, 5), ({}, 600)):
        assert "Last event 498,114 at" in seen(view, silent_s=silent_s).message
        blind = seen(view, silent_s=silent_s, blind=True)
        assert "Last event at" in blind.message
        assert "498" not in str(blind)


def test_what_needs_somebody_is_listed_worst_first() -> None:
    tables = [
        seen({"table": "T1"}),
        seen({"table": "T2"}, must_pass=True),
        seen({"table": "T3"}, silent_s=999),
        seen({"table": "T4"}, must_stop=True),
        seen({"table": "T5"}, **deadline(10)),
        seen({"table": "T6"}, hands=3),
        seen({"table": "T7"}, notes=(LATE,)),
        seen({"table": "T8", "open": False}, notes=(LATE,)),
    ]
    assert [each.code for each in urgent(tables)] == ["T4", "T6", "T3", "T2", "T5", "T7"]
    counted = {name: [each.code for each in shown(tables, name)] for name in FILTERS}
    assert counted == {
        "all": [f"T{number}" for number in range(1, 9)],
        "needs": ["T2", "T3", "T4", "T5", "T6", "T7"],
        "must_pass": ["T2"],
        "irregular": ["T7", "T8"],
        "silent": ["T3"],
        "closed": ["T8"],
    }


def test_silent_tables_are_one_line_and_push_out_nothing_that_is_worse_or_known() -> None:
    tables = [seen({"table": f"T{n}"}, silent_s=200 + n, must_pass=n == 3) for n in range(1, 9)]
    tables += [seen({"table": "T9"}, silent_s=400, hands=3), seen({"table": "X"}, must_pass=True)]
    found = urgent(tables)
    assert [(each.code, each.word) for each in found] == [
        *(("T9", "T9"), ("T1", "9 silent"), ("T3", "T3"), ("X", "X")),
    ]
    assert found[1].need.what == "T1, T2, T3, T4, T5, T6 and 3 more"
    assert found[1].need.more == "nothing heard for up to 6 min 40 s"
    assert found[0].need.more.endswith("; silent now")
    assert found[3].need.more == "before the next hand"
    (alone,) = urgent([seen({"table": "T1"}, silent_s=200)])
    assert (alone.word, alone.need.what) == ("T1", "silent 3 min 20 s")


def test_an_irregularity_names_what_was_done() -> None:
    claimed = NotedHere(
        position=198, type="fee.waived", round=None, code="authorisation_claimed",
        detail="by floor-1, without a valid one-time code",
    )  # fmt: skip
    need = seen(notes=(claimed,)).need
    assert need
    assert need.what == "fee waived: by floor-1, without a valid one-time code"
    assert need.more == "event 198"


def test_figures_are_said_as_staff_read_them() -> None:
    assert [dollars(cents) for cents in (0, 5, 116400, -2550)] == [
        *("$0", "$0.05", "$1,164", "\N{MINUS SIGN}$25.50"),
    ]
    spans = [timedelta(seconds=s) for s in (-5, 7, 252, 3 * 3600 + 300, 90000)]
    assert [lasting(span) for span in spans] == [
        *("0 s", "7 s", "4 min 12 s", "3 h 5 min", "1 d 1 h"),
    ]
