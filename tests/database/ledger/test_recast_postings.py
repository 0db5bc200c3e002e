"""What a corrected table event posts: another player-dealer, other boxes, a drop that never was."""

import pytest

from ledger.queries.journals import page
from ledger.queries.pages import Wanted
from ledger.views.journal import JournalView
from tests.corrected import all_is_proven, event_corrected, from_the_cage, seat_taken
from tests.journals import balances, summed
from tests.played import HOUSE, TABLE, Evening, Event, an_evening, load_the_house

pytestmark = pytest.mark.django_db

BOX, ROOM = "box:B-1:collection", "count_room:collection"


def journals() -> list[JournalView]:
    """All that is posted of the table."""
    return page(HOUSE, Wanted(table=TABLE), after=0, limit=1_000).items


def change_box(evening: Evening, box_in: str, box_out: str | None = None) -> Event:
    """A box is put on, another one taken off; the event."""
    out = {} if box_out is None else {"box_out": box_out}
    data = {"purpose": "collection", "removed_by": "drop-1", "box_in": box_in, **out}
    sent = evening.event("box.changed", data)
    evening.post(sent)
    return sent


def test_a_settlement_whose_player_dealer_was_somebody_else_is_posted_to_that_one() -> None:
    evening = an_evening(1)
    before = balances(HOUSE)
    taken = seat_taken(evening, 3)
    from_the_cage(evening, event_corrected(evening, taken, taken["data"] | {"player": "P-9"}))
    found = journals()
    superseded = [one for one in found if one.kind == "settlement_superseded"]
    assert superseded
    assert {one.revision for one in superseded} == {1}
    after = balances(HOUSE)
    settled = sum(
        entry.amount_cents
        for one in found
        if one.kind == "settlement"
        for entry in one.entries or ()
        if entry.account == "person:P-9"
    )
    assert after["person:P-9"] == settled != 0
    assert after["person:P-1001"] == before["person:P-1001"] - settled  # his fee names him
    assert after == summed(HOUSE)
    all_is_proven()


def test_fees_move_to_the_box_that_was_on_the_table_after_all() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    hung = change_box(evening, "B-1")
    evening.play()
    change_box(evening, "B-2", "B-1")
    held = balances(HOUSE)[ROOM]
    from_the_cage(evening, event_corrected(evening, hung, hung["data"] | {"box_in": "B-7"}))
    moved = [one for one in journals() if one.kind == "fee_moved"]
    assert sum(abs(entry.amount_cents) for one in moved for entry in one.entries or ()) == 2 * held
    found = balances(HOUSE)
    assert (found[BOX], found["box:B-7:collection"], found[ROOM]) == (0, 0, held)
    all_is_proven()


def test_a_drop_that_never_was_comes_back_from_the_count_room() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    change_box(evening, "B-1")
    evening.play()
    held = balances(HOUSE)[BOX]
    dropped = change_box(evening, "B-1", "B-1")
    evening.play()
    assert (balances(HOUSE)[BOX], balances(HOUSE)[ROOM]) == (held, held)
    from_the_cage(evening, event_corrected(evening, dropped, None))
    assert (balances(HOUSE)[BOX], balances(HOUSE)[ROOM]) == (2 * held, 0)
    assert not [one for one in journals() if one.kind == "fee_moved"]
    all_is_proven()


def test_a_batch_may_hang_a_box_fill_it_and_take_it_off() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    data = {"purpose": "collection", "removed_by": "drop-1"}
    on = evening.event("box.changed", data | {"box_in": "B-1"})
    off = evening.event("box.changed", data | {"box_out": "B-1"})
    evening.post(on, *evening.next_round(), off, evening.fee(1, 70))
    found = balances(HOUSE)
    assert found[BOX] == 0
    assert found[ROOM] > 70
    all_is_proven()
