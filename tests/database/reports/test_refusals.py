"""What the database refuses of reports, tried by raw SQL as the application and as the owner."""

from typing import Final

import pytest
from django.db import Error, connections, transaction

from cardroom import clock
from cardroom.house.models import House
from cardroom.log.protection import REPORTS, verify_protection
from cardroom.reports import periods, store
from cardroom.reports.kinds import FEES
from tests.played import HOUSE, load_the_house

_INSERT: Final = """
INSERT INTO reports_report (house_id, kind, period, revision, generated_at, software_version,
    changes, dataset)
VALUES ('CASES', 'fees', '2026-11-20', {}, now(), '0', '{{}}', '\\x7b7d')
"""


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_nobody_changes_or_removes_a_report() -> None:
    load_the_house()
    kept = store.make(HOUSE, FEES, periods.day("2026-11-20"), now=clock.now)
    for alias in ("default", "owner"):
        for statement in (
            "UPDATE reports_report SET revision = 7",
            "UPDATE reports_report SET dataset = '\\x7b7d'",
            "DELETE FROM reports_report",
            "TRUNCATE reports_report",
            "SET LOCAL session_replication_role = replica; DELETE FROM reports_report",
        ):
            assert refused(alias, statement), (alias, statement)
        assert refused(alias, _INSERT.format(1)), alias
        assert refused(alias, _INSERT.format(3)), alias
    assert store.one(HOUSE, kept.id) == kept
    assert House.objects.count() == 1


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_guard_that_is_missing_is_found() -> None:
    assert list(verify_protection(REPORTS)) == []
    with connections["owner"].cursor() as cursor:
        cursor.execute("DROP TRIGGER refuse_change ON reports_report")
    (found,) = verify_protection(REPORTS)
    assert "refuse_change" in found.detail


def refused(alias: str, statement: str) -> bool:
    """Whether the database refuses it."""
    try:
        with transaction.atomic(alias), connections[alias].cursor() as cursor:
            cursor.execute(statement)
    except Error:
        return True
    return False
