"""What the clockwork takes away of signing in: what ended, and nothing that still shuts out."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session

from cardroom import clock, clockwork
from cardroom.due.kinds import FAST, REPORTS
from tests.pages.people import Person, given, load_the_house

pytestmark = pytest.mark.django_db

MOMENT = timedelta(minutes=1)


def signed_in_and_shut_out() -> tuple[Person, Person]:
    """Somebody who is in, and somebody else whose name was tried too often."""
    load_the_house()
    person, other = given("sup-1"), given("floor-7")
    assert person.sign_in().status_code == 302
    for _ in range(settings.AXES_FAILURE_LIMIT):
        other.sign_in("something-else")
    assert other.sign_in().status_code == 429
    return person, other


def works_on(*, after: timedelta, queue: str = FAST) -> None:
    """The clockwork, so long from now."""
    clockwork.run_due(queues=[queue], now=lambda: clock.now() + after)


def test_a_session_and_a_lock_out_that_are_on_stay() -> None:
    person, other = signed_in_and_shut_out()
    works_on(after=settings.AXES_COOLOFF_TIME - MOMENT)
    assert person.is_in()
    assert other.sign_in().status_code == 429


def test_wrong_tries_go_once_they_shut_nobody_out() -> None:
    person, _ = signed_in_and_shut_out()
    works_on(after=settings.AXES_COOLOFF_TIME + MOMENT)
    assert not AccessAttempt.objects.exists()
    assert person.is_in()


def test_sessions_go_when_they_have_ended_and_sign_ins_are_known_for_longer() -> None:
    person, _ = signed_in_and_shut_out()
    night = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    works_on(after=night + MOMENT, queue=REPORTS)
    assert person.is_in()  # it is quick work, and done with what else is quick
    works_on(after=night - MOMENT)
    assert Session.objects.count() == 1
    works_on(after=night + MOMENT)
    assert not Session.objects.exists()
    assert AccessLog.objects.values_list("username", flat=True).get() == "sup-1"
    works_on(after=timedelta(days=91))
    assert not AccessLog.objects.exists()
