"""Search on a real database: each kind of thing is found, and nothing is read from end to end."""

from datetime import timedelta

import pytest

from cardroom import clock
from cardroom.log.rows import rows
from tables import search
from tests import recorded
from tests.played import HOUSE, TABLE, Evening, an_evening, as_owner, load_the_house

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

BOX = {"purpose": "collection", "removed_by": "drop-1"}


def find(text: str) -> list[tuple[str, str, int | None]]:
    """What is found: kind, table, round."""
    found = search.search(HOUSE, text, now=clock.now())
    return [(hit.kind, hit.table, hit.round) for hit in found.hits]


def test_rounds_are_found_by_number_at_every_table_or_at_one() -> None:
    an_evening(3)
    other = Evening("T02")
    other.open()
    other.play(2)
    assert find("2") == [("round", "T01", 2), ("round", "T02", 2)]
    assert find("t02 2") == [("round", "T02", 2), ("event", "T02", None)]
    assert find("3") == [("round", "T01", 3)]
    assert find("4") == []
    assert find("T02") == [("table", "T02", 2), ("table", "T02", 1)]
    assert find("T03") == []


def test_a_round_is_found_by_table_and_time() -> None:
    evening = an_evening(1)
    opened = evening.round[0]["occurred_at"]
    found = search.search(HOUSE, f"T01 {opened[:10]} 09:00", now=clock.now())
    assert found.asked.at is not None
    (first,) = search.search(HOUSE, "1", now=clock.now()).hits
    assert first.at is not None
    local = first.at.astimezone(found.asked.at.tzinfo) + timedelta(minutes=1)
    assert find(f"T01 {local:%Y-%m-%d %H:%M}") == [("round", TABLE, 1)]
    (hit,) = search.search(HOUSE, f"T01 {local:%Y-%m-%d %H:%M}", now=clock.now()).hits
    assert (hit.phase, hit.game, hit.title) == ("settled", "pure-21.5", "T01 · round 1")
    assert hit.detail == f"the last opened by then, {first.detail}"
    evening.play(1)
    (second, *_) = search.search(HOUSE, "2", now=clock.now()).hits
    around = search.search(HOUSE, f"T01 {local:%Y-%m-%d %I:%M:%S %p}", now=clock.now()).hits
    assert [(one.round, one.detail) for one in around] == [
        (1, first.detail),
        (2, f"the last opened by then, {second.detail}"),
    ]


def test_players_boxes_events_positions_and_amounts_are_found() -> None:
    evening = an_evening(2)
    evening.post(evening.event("box.changed", BOX | {"box_in": "B-014"}))
    answer = evening.post(evening.event("box.changed", BOX | {"box_out": "B-014"}))
    player = next(
        event["data"]["player"]
        for event in evening.opening
        if event["type"] == "seat.taken" and event["data"]["seat"] == 4
    )
    assert find(player) == [("player", TABLE, None), ("player", TABLE, 1), ("player", TABLE, 2)]
    for typed in ("B-014", "b-014", " b-014 "):
        assert find(typed) == [("box", TABLE, None)]
    (box,) = search.search(HOUSE, "B-014", now=clock.now()).hits
    assert (box.position, box.detail) == (answer.positions[0], "collection, came off")
    evening.post(evening.event("box.changed", BOX | {"box_in": "BoX-7"}))
    for typed in ("BoX-7", "box-7", "BOX-7"):
        assert find(typed) == [("box", TABLE, None)]
    event = evening.opening[0]
    assert find(event["id"]) == [("event", TABLE, None)]
    assert find("00000000-0000-0000-0000-000000000001") == []
    (hit,) = search.search(HOUSE, "T01 12", now=clock.now()).hits
    assert (hit.kind, hit.round, hit.position) == ("event", 1, 12)
    placed = next(one["data"] for one in evening.round if one["type"] == "wager.placed")
    in_both = [("amount", TABLE, 1), ("amount", TABLE, 2)]
    assert sorted(find(f"${placed['amount_cents'] // 100}")) == in_both
    assert find("$123456.78") == []


def test_an_event_of_no_table_is_found_by_its_id_as_well() -> None:
    an_evening(1)
    (noted,) = recorded.events(1)
    recorded.record([noted], stream="cage:CASES", house=HOUSE)
    (hit,) = search.search(HOUSE, str(noted.id), now=clock.now()).hits
    assert (hit.kind, hit.table, hit.position) == ("event", "", 1)
    assert hit.title == "cage:CASES, position 1"


def test_what_is_not_found_says_how_far_it_was_looked() -> None:
    an_evening(1)
    for text, said in (
        ("nobody", "Looked at every table by round, player, box and event: nothing has that name"),
        ("$123456.78", "Looked for that amount at every table, in the newest 5,333 rounds of each"),
        ("T01 $5", "Looked for that amount at T01, in the newest 16,000 rounds of each."),
        ("  ", "Nothing was asked for."),
    ):
        assert search.search(HOUSE, text, now=clock.now()).looked.startswith(said)
    assert all(what and example for what, example in search.CAN)


# Of each of these a search may read as much as it gives, and no more.
LARGE = ("log_event", "log_feed", "tables_roundrow", "ledger_entry", "ledger_journal")
FILLED = (
    """INSERT INTO log_head (house, stream, position, hash)
    SELECT 'CASES', 'table:T' || to_char(n, 'FM00'), 10000, sha256('x')
    FROM generate_series(3, 12) n""",
    """INSERT INTO log_event (stream_id, house, position, recorded_at, recorded_by, hash_version,
        event_id, type, version, occurred_at, gaming_day, round, body, sameness, hash)
    SELECT h.id, house, n, now(), 'key:7', 1, gen_random_uuid(), 'card.dealt', 1, now(),
        '2026-11-28', n / 10 + 1, '{"data":{}}', sha256('x'), sha256('x')
    FROM log_head h, generate_series(1, 10000) n WHERE position = 10000""",
    """INSERT INTO tables_tablerow SELECT (json_populate_record(t, json_build_object(
        'stream_id', h.id, 'code', substr(h.stream, 7), 'last_round', 5000))).*
    FROM tables_tablerow t, log_head h WHERE t.code = 'T01' AND h.position = 10000""",
    """INSERT INTO tables_roundrow (stream_id, generation, opened_at, first_position, last_position,
        offering_version, wager_cents, assessed_cents, collected_cents, waived_cents,
        refunded_cents, number, gaming_day, ruleset_version, unrated_fees, player_dealer_seat,
        phase, game, offering, player_dealer, holder, settlement)
    SELECT t.stream_id, t.generation, timestamptz '2026-11-01 00:00+00' + n * interval '1 minute',
        n * 10, n * 10 + 9, 1, 50000, 0, 0, 0, 0, n, '2026-11-28', 1, 0, 3, 'settled', 'pure-21.5',
        'PURE', 'P-1', 'P-1', r.settlement
    FROM tables_tablerow t, tables_roundrow r, generate_series(1, 5000) n
    WHERE t.last_round = 5000 AND r.number = 1""",
)


def scans() -> dict[str, int]:
    """How often each large table was read from end to end, so far."""
    rows("SELECT pg_stat_force_next_flush()", {})
    rows("SELECT pg_stat_clear_snapshot()", {})
    names = {"names": list(LARGE)}
    found = "SELECT relname::text, seq_scan FROM pg_stat_user_tables WHERE relname = ANY(%(names)b)"
    return dict(rows(found, names))


@pytest.mark.slow
def test_no_large_table_is_ever_read_from_end_to_end() -> None:
    load_the_house(*(f"T{n:02}" for n in range(4, 13)))
    evening = Evening()
    evening.open()
    evening.play(3)
    for statement in FILLED:
        as_owner(statement)
    for name in LARGE:
        as_owner(f"ANALYZE {name}")
    event = str(as_owner("SELECT event_id FROM log_event LIMIT 1 OFFSET 5000")[0][0])
    player = str(as_owner("SELECT split_part(code, ':', 2) FROM ledger_account LIMIT 1")[0][0])
    as_owner("SELECT pg_stat_force_next_flush()")  # what the owner scanned is no longer to come
    before = scans()
    assert set(before) == set(LARGE)
    found = {
        text: find(text)
        for text in ("4711", "T07 4711", "T07 2026-11-03 09:30", "T07", "$500", "T07 $500",
                     "B-014", "nobody", player, event, evening.opening[0]["id"])
    }  # fmt: skip
    assert scans() == before
    rows("SELECT max(body) FROM log_event", {})
    assert scans()["log_event"] > before["log_event"], "a scan isn't noticed"
    assert len(found["4711"]) == 10
    assert ("round", "T07", 4_711) in found["T07 4711"]
    assert [number for _, _, number in found["T07 2026-11-03 09:30"]] == [3_929, 3_930, 3_931]
    assert len(found["$500"]) == search.MOST
    assert (found["nobody"], found["B-014"]) == ([], [])
    assert all(found[text] for text in (player, event, "T07 $500"))
