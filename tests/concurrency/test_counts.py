"""Signing a count beside its table's floor, whose codes are checked as well: neither holds up."""

from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest

from tables.verify import Counts, verify
from tables.views import Answer
from tests.api.club import JSON
from tests.counting import CountRoom
from tests.phones import a_phone
from tests.recorded import at_once

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_signer_and_the_floor_who_use_codes_of_one_person_never_wait_for_each_other() -> None:
    room = CountRoom()
    for number in range(1, 7):
        room.drop(box_out=f"B-{number}", box_in=f"B-{number + 1}")
        count = room.start(box=f"B-{number}")
        room.amounts(count)
        room.sign(count, "count-1", "count-2")
        phone, start = a_phone("sup-1"), Barrier(2)
        signature = {"id": str(uuid4()), "by": "sup-1", "code": phone.shows(later=1)}
        data = {"seat": 4, "role": "player", "amount_cents": 100, "reason": "slow service"}
        word = {"authorised_by": "sup-1", "code": phone.shows()}
        waiver = room.evening.event("fee.waived", {**data, **word}, number=1)

        def sign(body: JSON, count: str, start: Barrier) -> int:
            start.wait()
            return int(room.post(f"/{count}/signatures", body).status_code)

        def waive(event: JSON, start: Barrier) -> Answer:
            start.wait()
            return room.evening.post(event)

        signed, answer = at_once(
            partial(sign, signature, count, start), partial(waive, waiver, start)
        )
        assert signed == 201
        assert isinstance(answer, Answer)
    assert list(verify(Counts())) == []
