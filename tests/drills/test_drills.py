"""Every drill passes; each is played as `python -m tests.drills NAME` plays it."""

import pytest
from pytest_django import DjangoDbBlocker

from tests.drills import every
from tests.drills.registry import DRILLS, UnableError


@pytest.mark.slow
@pytest.mark.usefixtures("django_db_setup")
@pytest.mark.parametrize("name", every.short())
def test_drill(name: str, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        try:
            seen = list(DRILLS[name].play())
        except UnableError as reason:
            pytest.skip(str(reason))
    assert seen
