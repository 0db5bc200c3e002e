"""The house of the cases, loaded."""

from datetime import UTC, datetime

import pytest

from cardroom.house import loading
from cardroom.house.versions import Change
from cardroom.house_games import GAMES
from tests.house_file import TEXT

NOON = datetime(2026, 11, 28, 20, tzinfo=UTC)


def load(text: str = TEXT, *, now: datetime = NOON) -> list[Change]:
    """Load a house file, as of noon in Los Angeles unless said."""
    return loading.load(text, path="house.toml", games=GAMES, now=now)


@pytest.fixture
def loaded(db: None) -> list[Change]:  # noqa: ARG001 - it is loaded there
    """The changes that the first loading made."""
    return load()
