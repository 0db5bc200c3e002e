"""What the preview of a void says of the round's fees: what goes back, and what is still owing."""

from typing import Final

import pytest

from cardroom import clock
from cardroom.house import editing, written
from cardroom.house_games import GAMES
from tests.pages.forms import fields
from tests.pages.people import load_the_house, signed_in
from tests.pages.reading import said, text
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db(transaction=True)
VOID: Final = f"/admin/rounds/{TABLE}/1/void/"


def previewed(void_fee: str, *, paid: bool) -> str:
    """The preview of the void of a round, in words."""
    load_the_house()
    settings = written.as_of(HOUSE, clock.now())["house"] | {"void_fee": void_fee}
    editing.put(house=HOUSE, kind="house", facts=settings, games=GAMES, now=clock.now())
    evening = Evening()
    evening.open()
    events = evening.next_round()
    evening.post(*(one for one in events if paid or one["type"] != "fee.collected"))
    person = signed_in("supervisor")
    form = fields(text(person, VOID)) | {"reason": "a foul shoe", "do": "preview"}
    answer = person.client.post(VOID, form)
    assert answer.status_code == 200
    return said(answer.content.decode())


def test_fees_that_a_void_gives_back_are_said_in_money() -> None:
    page = previewed("refunded", paid=True)
    assert "$7.00 was collected that nobody owes then, and has to go back." in page
    assert "Assessed $7.00 $0.00 Collected $7.00 $7.00 Waived $0.00 $0.00" in page
    assert "seat 3, player-dealer P-1001: $2.00 collected, nothing owed" in page
    assert "owing" not in page


def test_fees_that_stay_owing_are_said_in_money() -> None:
    page = previewed("kept", paid=False)
    assert "$7.00 is still owing then." in page
    assert "Assessed $7.00 $7.00 Collected $0.00 $0.00" in page
    assert "seat 2, P-1000: $1.00 assessed, nothing collected" in page


def test_fees_that_a_void_keeps_and_are_paid_are_at_rest() -> None:
    page = previewed("kept", paid=True)
    assert "No fee is owing then, and none has to go back." in page
    assert "Assessed $7.00 $7.00 Collected $7.00 $7.00" in page
