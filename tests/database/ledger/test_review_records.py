"""Reviews are held against the log, and the database itself judges who may explain and sign."""

from typing import Any

import msgspec
import pytest
from django.db import DatabaseError, connection, transaction

from cardroom.log.protection import verify_protection
from cardroom.log.rows import rows
from ledger import reviews
from ledger.protection import LEDGER
from tables import rebuild
from tables.verify import Counts, verify
from tests.counting import CountRoom
from tests.database.ledger.test_count_refusals import an_event, last
from tests.played import HOUSE
from tests.reconciling import explain, sign
from tests.recorded import tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def findings() -> list[str]:
    """What verification finds."""
    return [str(found) for found in verify(Counts())]


def reviewed(by: str = "floor-7") -> None:
    """A counted box whose findings are explained and signed."""
    room = CountRoom()
    room.drop()
    room.counted()
    explain(room, by=by)
    sign(room)


def refusal(name: str, **changes: Any) -> str:
    """Why the application may not insert a review behind an event of its own; nothing stays."""
    try:
        with transaction.atomic():
            record = last("ledger_review") | an_event(f"reconciliation.{name}") | changes
            sent = msgspec.json.encode(record).decode()
            rows(
                "WITH made AS (INSERT INTO ledger_review SELECT * FROM"
                " json_populate_record(NULL::ledger_review, %(sent)b::json) RETURNING 1)"
                " SELECT count(*) FROM made",
                {"sent": sent},
            )
            transaction.set_rollback(rollback=True)
    except DatabaseError as error:
        return str(error).partition("\n")[0]
    return ""


@pytest.mark.slow
def test_each_column_of_a_review_is_held_against_the_log() -> None:
    reviewed()
    counted = Counts()
    assert list(verify(counted)) == []
    before = reviews.of_house(HOUSE)
    assert [review.kind for review in before] == ["explained", "signed"]
    tamper(
        "UPDATE ledger_review SET text = 'nothing happened' WHERE kind = 'explained'",
        "UPDATE ledger_review SET said_by = 'sup-2' WHERE kind = 'signed'",
    )
    found = findings()
    assert len(found) == 2
    assert all("ledger_review" in one for one in found)
    assert sum(", text:" in one for one in found) == sum(", said_by:" in one for one in found) == 1
    tamper("DELETE FROM ledger_review")
    assert len(findings()) == 2
    list(rebuild.rebuild())
    assert reviews.of_house(HOUSE) == before
    assert findings() == []


@pytest.mark.slow
def test_the_database_refuses_reviews_that_nobody_may_give() -> None:
    reviewed(by="cage-1")
    explained = {"kind": "explained", "text": "so it was"}
    assert refusal("explained", **explained, said_by="floor-7") == ""
    assert "no role" in refusal("explained", **explained, said_by="nobody")
    assert "no such event" in refusal("signed", **explained)
    assert "by a text, or signed" in refusal("explained", kind="explained", text=None)
    assert "by a text, or signed" in refusal("signed", kind="signed", text="so it was")
    assert "no such event" in refusal("waved", kind="waved", id=last("ledger_review")["id"])
    assert "no role" in refusal("signed", said_by="count-1")
    assert refusal("signed", said_by="sup-2") == ""
    assert "another has to explain" in refusal("signed", findings=[{"kind": "count", "mark": "x"}])
    assert "of nothing" in refusal("explained", **explained, findings=[])


@pytest.mark.slow
def test_the_database_lets_nobody_sign_what_he_explained() -> None:
    reviewed(by="sup-2")
    assert "another has to explain" in refusal("signed", said_by="sup-2")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_review SET said_by = 'sup-2'",
        "DELETE FROM ledger_review",
        "TRUNCATE ledger_review",
    ],
)
def test_nobody_changes_or_removes_a_review(statement: str) -> None:
    refused = pytest.raises(DatabaseError, match="permission denied")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_guards_of_reviews_are_listed() -> None:
    assert list(verify_protection(LEDGER)) == []
