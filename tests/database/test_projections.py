"""The read models as recording leaves them, row by row."""

from datetime import UTC, date, datetime

import msgspec
import pytest
from django.db import connection
from django.db.models import Model

from tables import queries, rows
from tables.models import RoundRow, SeatRow, TableRow
from tests.played import HOUSE, TABLE, Evening, an_evening, load_the_house

pytestmark = pytest.mark.django_db
IN_PLAY = 28  # events of the round until only seat 2 is left to decide


def _columns(model: type[Model]) -> set[str]:
    own = {"id", "stream_id", "generation"}
    return {str(field.column) for field in model._meta.fields} - own


@pytest.mark.parametrize(
    ("model", "cells"),
    [
        (TableRow, rows.TableCells),
        (SeatRow, rows.SeatCells),
        (RoundRow, rows.RoundCells),
    ],
)
def test_a_read_model_has_a_column_for_each_cell_and_no_other(
    model: type[Model], cells: type[msgspec.Struct]
) -> None:
    assert _columns(model) == set(cells.__struct_fields__)


def test_a_tables_row_says_how_it_stands() -> None:
    evening = an_evening(2)
    evening.post(
        evening.event("dealer.changed", {"dealer": "D-07"}),
        evening.event(
            "box.changed", {"purpose": "jackpot", "box_in": "B-1", "removed_by": "drop-1"}
        ),
        evening.event("play.paused", {"reason": "break"}),
    )
    row = TableRow.objects.get()
    assert (row.house, row.code, row.generation) == (HOUSE, TABLE, 1)
    assert (row.is_open, row.game_runs, row.is_paused) == (True, True, True)
    assert (row.offering, row.ruleset_version) == ("P215-A", 1)
    assert row.offering_version == RoundRow.objects.get(number=1).offering_version
    assert (row.dealer, row.jackpot_box, row.collection_box) == ("D-07", "B-1", None)
    assert (row.last_round, row.open_round, row.missing_rounds) == (2, None, 0)
    assert (row.run_holder, row.run_hands) == ("P-1001", 2)
    assert row.gaming_day == date(2026, 11, 28)
    assert row.last_occurred_at == datetime(2026, 11, 28, 20, 0, 48, 442_000, UTC)
    assert row.last_position == queries.table(HOUSE, TABLE).last_position


def test_a_table_that_was_never_opened_has_no_offering() -> None:
    load_the_house()
    evening = Evening()
    evening.post(evening.event("incident.noted", {"text": "a lamp is broken"}))
    row = TableRow.objects.get()
    assert (row.offering, row.offering_version, row.ruleset_version) == (None, None, None)
    assert (row.is_open, row.gaming_day, row.run_holder, row.run_hands) == (False, None, None, 0)


def test_skipped_round_numbers_are_counted() -> None:
    evening = an_evening(1)
    evening.rounds = 3
    evening.play(1)
    row = TableRow.objects.get()
    assert (row.last_round, row.missing_rounds) == (4, 2)


def test_a_settled_rounds_row_has_its_money() -> None:
    an_evening(1)
    row = RoundRow.objects.get()
    assert (row.number, row.phase, row.game) == (1, "settled", "pure-21.5")
    assert (row.player_dealer_seat, row.player_dealer, row.holder) == (3, "P-1001", "P-1001")
    assert (row.wager_cents, row.stake_cents, row.used_cents) == (200_000, 37_000, 39_000)
    assert (row.player_dealer_net_cents, row.covers_all, row.exhausted) == (-6_000, True, False)
    assert (row.assessed_cents, row.unrated_fees, row.collected_cents) == (700, 0, 700)
    assert (row.first_position, row.last_position) == (9, 45)
    assert row.settlement_revision == 1
    settled = msgspec.json.decode(row.settlement or "")
    assert settled["player_dealer_net_cents"] == -6_000
    assert str(row) == f"{row.table_id} round 1"


def test_an_open_round_has_no_settlement_and_its_table_names_it() -> None:
    evening = an_evening(1)
    evening.post(*evening.next_round()[:IN_PLAY])
    row = RoundRow.objects.get(number=2)
    assert (row.phase, row.settlement, row.settlement_revision) == ("playing", None, None)
    assert (row.used_cents, row.stake_cents, row.covers_all, row.exhausted) == (None,) * 4
    assert TableRow.objects.get().open_round == 2


def test_a_voided_round_has_no_settlement() -> None:
    evening = an_evening(0)
    evening.post(*evening.next_round()[:IN_PLAY])
    evening.post(evening.void(1))
    row = RoundRow.objects.get()
    assert (row.phase, row.settlement, row.assessed_cents) == ("voided", None, 700)
    assert TableRow.objects.get().open_round is None


def test_fee_money_that_comes_in_later_changes_the_rounds_row() -> None:
    evening = an_evening(2)
    by = {"seat": 4, "role": "player", "reason": "kindness", "authorised_by": "sup-1"}
    evening.post(evening.fee(1, 300))
    evening.post(
        evening.event("fee.waived", by | {"amount_cents": 50}, number=1),
        evening.event("fee.refunded", by | {"amount_cents": 20}, number=1),
    )
    row = RoundRow.objects.get(number=1)
    assert (row.collected_cents, row.waived_cents, row.refunded_cents) == (1_000, 50, 20)
    assert row.last_position == TableRow.objects.get().last_position
    assert RoundRow.objects.get(number=2).collected_cents == 700


def test_seats_rows_follow_who_sits_where() -> None:
    evening = an_evening(0)
    assert list(SeatRow.objects.order_by("seat").values_list("seat", "player")) == [
        (2, "P-1000"), (3, "P-1001"), (4, "P-1002"), (7, "P-1003"), (8, "P-1004"),
    ]  # fmt: skip
    evening.post(
        evening.event("seat.left", {"seat": 2}),
        evening.event("seat.left", {"seat": 4}),
        evening.event(
            "seat.taken",
            {"seat": 4, "player": "KN-1", "kind": "tppps", "tppps": "KN", "badge": "KN-11"},
        ),
        evening.event(
            "seat.taken", {"seat": 1, "player": "U-1", "kind": "patron", "unidentified": True}
        ),
    )
    sat = SeatRow.objects.order_by("seat")
    assert list(sat.values_list("seat", "player", "tppps", "badge", "unidentified"))[:3] == [
        (1, "U-1", None, None, True),
        (3, "P-1001", None, None, False),
        (4, "KN-1", "KN", "KN-11", False),
    ]
    assert str(sat[0]) == f"{sat[0].table_id}.1"
    evening.post(evening.event("table.closed", {"reason": "empty"}))
    assert not SeatRow.objects.exists()
    assert str(TableRow.objects.get()) == "CASES T01"


def _places() -> dict[int, str]:
    """Where each seat's row lies; a row that is written again lies elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seat, ctid::text FROM tables_seatrow")
        return dict(cursor.fetchall())


def test_only_the_seats_that_changed_are_written() -> None:
    evening = an_evening(1)
    before = _places()
    evening.play(1)
    assert _places() == before
    evening.post(
        evening.event("seat.left", {"seat": 8}),
        evening.event("seat.taken", {"seat": 8, "player": "P-9", "kind": "patron"}),
    )
    after = _places()
    assert after.pop(8) != before.pop(8)
    assert after == before


@pytest.mark.parametrize("size", [1, 7, 1_000])
def test_rows_are_the_same_in_whatever_batches_the_events_come(size: int) -> None:
    an_evening(1)
    other = Evening("T02")
    events = [*other.opening, *other.next_round()]
    for start in range(0, len(events), size):
        other.post(*events[start : start + size])
    own = {"id", "table_id", "stream_id", "code"}
    for model in (TableRow, RoundRow):
        mine, others = map(dict[str, object], model._default_manager.values())
        assert {name for name in mine if mine[name] != others[name]} <= own
    taken = SeatRow.objects.values_list("seat", "player", "kind")
    assert set(taken.filter(table__code="T01")) == set(taken.filter(table__code="T02"))


def test_the_rounds_of_a_table_are_listed_page_by_page() -> None:
    evening = an_evening(3)
    evening.post(*evening.next_round()[:IN_PLAY])
    found = RoundRow.summaries(HOUSE, TABLE, after=1, limit=2)
    assert [(one.round, one.phase) for one in found] == [(2, "settled"), (3, "settled")]
    assert found[0].settlement is not None
    assert found[0].settlement.player_dealer_net_cents == -6_000
    (last,) = RoundRow.summaries(HOUSE, TABLE, after=3, limit=10)
    assert (last.round, last.phase, last.settlement) == (4, "playing", None)
    assert queries.rounds(HOUSE, TABLE, after=1, limit=2) == found
    assert queries.rounds(HOUSE, "T02", after=0, limit=2) == []
