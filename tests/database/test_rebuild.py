"""Rebuilds: the same rows again from the log alone, in a generation that is switched to at once."""

from collections.abc import Sequence

import pytest

from cardroom.errors import Conflict
from tables import projections, rebuild
from tables.models import RoundRow, TableRow
from tables.rounds.state import Round
from tables.verify import Counts, verify
from tests.played import Evening, all_rows, an_evening, as_owner
from tests.recorded import tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def generations() -> set[int]:
    """The generations that any round's row is of."""
    return set(RoundRow.objects.values_list("generation", flat=True))


@pytest.mark.parametrize("at_once", [1, 2, 200])
def test_a_rebuild_makes_the_same_rows_again(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild, "_ROUNDS_AT_ONCE", at_once)
    evening = an_evening(4)
    evening.post(evening.fee(1), evening.fee(4), evening.fee(1, player="P-9"))
    evening.post(evening.event("incident.noted", {"text": "a glass fell"}, number=2))
    evening.post(*evening.next_round()[:25])
    evening.post(evening.void(5), evening.fee(5))
    evening.post(*evening.next_round()[:25])
    other = Evening("T02")
    other.open()
    other.play(1)
    before = all_rows()
    assert [(one.code, one.rounds, one.events) for one in rebuild.rebuild()] == [
        ("T01", 6, TableRow.objects.get(code="T01").last_position),
        ("T02", 1, 45),
    ]
    assert all_rows() == before
    assert set(TableRow.objects.values_list("generation", flat=True)) == {2}
    assert generations() == {2}
    evening.post(evening.fee(1))
    evening.post(evening.void(6))
    other.play(1)
    assert list(verify(Counts())) == []


def test_a_rebuild_repairs_whatever_was_altered() -> None:
    an_evening(3)
    before = all_rows()
    as_owner("UPDATE tables_roundrow SET wager_cents = 1, number = number + 10")
    as_owner("DELETE FROM tables_seatrow WHERE seat = 4")
    as_owner("UPDATE tables_seatrow SET player = 'x' WHERE seat = 3")
    as_owner("UPDATE tables_tablerow SET last_round = 9, generation = 5, code = 'T09'")
    list(rebuild.rebuild())
    assert all_rows() == before
    assert generations() == {6}


def test_rows_of_all_other_generations_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(3)
    as_owner("UPDATE tables_roundrow SET generation = number")
    monkeypatch.setattr(projections, "_REMOVED_AT_ONCE", 1)
    list(rebuild.rebuild())
    assert generations() == {2}
    assert RoundRow.objects.count() == 3


def test_a_rebuild_that_fails_leaves_the_old_rows_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(3)
    before = all_rows()
    write = projections.write_rounds
    monkeypatch.setattr(rebuild, "_ROUNDS_AT_ONCE", 1)

    def fails_at_the_third(touched: Sequence[Round], *, stream_id: int, generation: int) -> None:
        if any(now.number == 3 for now in touched):
            raise RuntimeError("the machine stops")
        write(touched, stream_id=stream_id, generation=generation)

    monkeypatch.setattr(projections, "write_rounds", fails_at_the_third)
    with pytest.raises(RuntimeError):
        list(rebuild.rebuild())
    assert generations() == {1, 2}
    assert list(verify(Counts())) == []
    as_owner("DELETE FROM tables_roundrow WHERE generation = 2")
    as_owner("DELETE FROM tables_feerow WHERE generation = 2")
    assert all_rows() == before
    monkeypatch.undo()
    list(rebuild.rebuild())
    assert all_rows() == before


def test_a_log_that_cannot_be_replayed_keeps_its_rows_and_says_where() -> None:
    an_evening(2)
    before = all_rows()
    tamper("UPDATE log_event SET type = 'card.played' WHERE position = 30")
    with pytest.raises(Conflict, match=r"T01 can't be replayed at position 30 .*KeyError"):
        list(rebuild.rebuild())
    assert all_rows() == before
    tamper("UPDATE log_event SET type = 'card.dealt' WHERE position = 30")
    list(rebuild.rebuild())
    assert all_rows() == before
