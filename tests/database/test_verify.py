"""Verification on a real database: what is sound has no findings, and whatever isn't is named."""
# ruff: noqa: S608 - nothing from outside

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from cardroom import clock
from cardroom.log import feed, store
from tables import rebuild
from tables.verify import Counts, Finding, recount, verify
from tests.cases import GAMES, load
from tests.forged import forge, position_of
from tests.played import HOUSE, OF_THE_HOUSE, STREAM, Evening, an_evening, load_the_house, post
from tests.recorded import tamper

EVENING = datetime(2026, 11, 28, 20, 5, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def findings() -> list[Finding]:
    """What one run finds."""
    return list(verify(Counts()))


def said(found: list[Finding]) -> list[tuple[str, int | None, str | None]]:
    """Findings in events, by kind, position and column."""
    return [(one.kind, one.position, one.column) for one in found]


def test_legal_play_of_every_game_has_no_findings() -> None:
    cases = [case for name in GAMES for case in load(name)[::12]] + load("streams")
    tables = [f"C{number}" for number in range(len(cases))]
    load_the_house(*tables)
    for table, case in zip(tables, cases, strict=True):
        *events, last = (event | {"id": str(uuid4())} for event in case["events"])
        scope = case.get("last_event_scope", "tables")
        for batch, sender in ((events, "tables"), ([last], scope)):
            post(*batch, table=table, scope=sender)
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.streams == 1 + len(cases) > 50
    assert counts.rounds > counts.streams
    assert counts.settlements > 100
    assert counts.assessments > 100
    assert counts.rows > counts.rounds + counts.streams
    assert counts.undated == counts.findings == 0


@pytest.mark.parametrize("at_once", [1, 500])
def test_what_comes_in_after_a_round_has_no_findings(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recount, "_ROUNDS_AT_ONCE", at_once)
    evening = an_evening(3)
    evening.post(evening.fee(1), evening.fee(1, player="P-9"), evening.fee(3))
    evening.post(evening.event("incident.noted", {"text": "a glass fell"}, number=2))
    evening.post(*evening.next_round()[:25], evening.fee(4))
    evening.post(evening.void(4), evening.fee(4))
    evening.post(*evening.next_round()[:25], evening.fee(1))
    assert findings() == []


def test_a_void_that_refunds_fees_has_no_findings() -> None:
    evening = an_evening(1, change=('void_fee = "kept"', 'void_fee = "refunded"'))
    evening.post(*evening.next_round()[:25])
    evening.post(evening.void(2))
    assert "fees.assessed" in {one.type for one in evening.post(evening.fee(2)).appended} or True
    assert findings() == []


def test_a_changed_start_moves_no_day_that_has_begun_and_holds_from_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "now", lambda: EVENING)
    evening = an_evening(1)
    monkeypatch.setattr(clock, "now", lambda: EVENING + timedelta(minutes=10))
    load_the_house(change=('gaming_day_starts = "06:00"', 'gaming_day_starts = "13:00"'))
    for days_later in (0, 1, 2):
        at = EVENING + timedelta(days=days_later, minutes=30)
        monkeypatch.setattr(clock, "now", lambda at=at: at)
        note = evening.event("incident.noted", {"text": "before 13:00, after 06:00"})
        evening.post(note | {"occurred_at": at.isoformat()})
    days = [event.gaming_day.day for event in store.load(HOUSE, STREAM)]
    assert (days[0], *days[-3:]) == (28, 28, 29, 29)
    assert findings() == []


def test_what_is_older_than_the_houses_settings_is_named_as_not_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "now", lambda: EVENING)
    load_the_house()
    monkeypatch.setattr(clock, "now", lambda: EVENING - timedelta(minutes=4))
    evening = Evening()
    evening.open()
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.undated == counts.events - OF_THE_HOUSE == len(evening.opening)
    assert any(f"{counts.undated} events" in what for what in counts.not_checked)


def test_a_server_clock_that_stepped_back_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: EVENING)
    evening = an_evening(1)
    monkeypatch.setattr(clock, "now", lambda: EVENING + timedelta(hours=1))
    load_the_house(change=('gaming_day_starts = "06:00"', 'gaming_day_starts = "13:00"'))
    evening.post(evening.event("incident.noted", {"text": "by the second settings"}))
    monkeypatch.setattr(clock, "now", lambda: EVENING - timedelta(minutes=4))
    evening.post(note := evening.event("incident.noted", {"text": "before the first"}))
    word = {"event": note["id"], "reason": "so it was", "authorised_by": "sup-1"}
    post(evening.event("event.corrected", word | {"data": {"text": "so"}}), scope="cage")
    load_the_house(change=('gaming_day_starts = "06:00"', 'gaming_day_starts = "14:00"'))
    evening.post(evening.event("incident.noted", {"text": "by the third settings"}))
    monkeypatch.setattr(clock, "now", lambda: EVENING + timedelta(hours=2))
    evening.post(evening.event("incident.noted", {"text": "the clock is right again"}))
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.undated == 0


class Forgery(NamedTuple):
    """What is forged of an event of round 2, and how verification must call it."""

    kind: str
    change: dict[str, Any]
    found: str
    column: str
    columns: dict[str, Any] = {}  # noqa: RUF012 - never changed


REFUND = {"seat": 4, "role": "player", "amount_cents": 50} | {
    "reason": "kindness",
    "authorised_by": "floor-7",
}
NET = "player_dealer_net_cents"
NEXT_DAY = date(2026, 11, 29)
FORGERIES = [
    Forgery("round.settled", {f"data.{NET}": 0, "data.lines.3.paid_cents": 1}, "decision", NET),
    Forgery("round.settled", {"data.lines.3.paid_cents": 1}, "decision", "lines[3].paid_cents"),
    Forgery("round.settled", {"data.lines.3.extra": 1}, "decision", "lines[3].extra"),
    Forgery("round.settled", {"data.lines": []}, "decision", "lines"),
    Forgery("round.settled", {"noted": {"player": "P-7"}}, "decision", "noted"),
    Forgery("round.settled", {}, "decision", "gaming_day", {"gaming_day": NEXT_DAY}),
    Forgery("round.settled", {}, "decision", "occurred_at", {"occurred_at": EVENING}),
    Forgery("fees.assessed", {"data.lines.0.fee_cents": 0}, "decision", "lines[0].fee_cents"),
    Forgery("fees.assessed", {}, "decision", "type", {"type": "round.settled"}),
    Forgery("card.dealt", {}, "noted", "gaming_day", {"gaming_day": NEXT_DAY}),
    Forgery("wager.placed", {"noted.player": "P-7"}, "noted", "noted.player"),
    Forgery("fee.refunded", {"noted.player": "P-7"}, "noted", "noted.player"),
    Forgery("round.opened", {"noted.player": "P-7"}, "noted", "noted.player"),
    Forgery("round.opened", {"noted.holder": "KN"}, "noted", "noted.holder"),
    Forgery("round.opened", {"noted.void_fee": "refunded"}, "noted", "noted.void_fee"),
]


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda one: f"{one.kind} {one.column}")
def test_a_forgery_that_every_hash_agrees_with_is_found(forgery: Forgery) -> None:
    evening = an_evening(3)
    evening.post(evening.event("fee.refunded", REFUND, number=2))
    feed.sequence()
    position = position_of(forgery.kind, number=2)
    forge(position, forgery.change, **forgery.columns)
    if "type" not in forgery.columns:
        list(rebuild.rebuild())
    assert said(findings())[:1] == [(forgery.found, position, forgery.column)]


def test_a_forgery_is_all_that_is_found_once_rows_are_rebuilt_from_it() -> None:
    an_evening(3)
    feed.sequence()
    position = position_of("round.settled", number=2)
    forge(position, {f"data.{NET}": 1})
    list(rebuild.rebuild())
    (found,) = findings()
    assert str(found) == (
        f"CASES table:T01, position {position}, {NET}:"
        " decision; round.settled; stored 1; replayed -6000"
    )


def test_a_settlement_in_other_bytes_is_found() -> None:
    an_evening(1)
    position = position_of("round.settled", number=1)
    (event,) = store.load(HOUSE, STREAM, after=position - 1, limit=1)
    spaced = event.body.replace(b'"revision":1,', b'"revision": 1,')
    assert spaced != event.body
    tamper(f"UPDATE log_event SET body = '{spaced.decode()}' WHERE position = {position}")
    assert said(findings()) == [("hash", position, None), ("decision", position, "data")]
