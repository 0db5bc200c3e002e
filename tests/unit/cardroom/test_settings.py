"""The settings' own reasoning: two aliases, and a key that is made once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from cardroom.settings import databases, secret

APPLICATION = "postgresql://app:a@db.example:5433/house"
OWNER = "postgresql://boss:b@db.example:5433/house"


def test_two_urls_are_two_roles_of_one_database() -> None:
    aliases = databases.external(APPLICATION, OWNER)
    assert [aliases[name]["USER"] for name in ("default", "owner")] == ["app", "boss"]
    assert {alias["NAME"] for alias in aliases.values()} == {"house"}
    assert {alias["ENGINE"] for alias in aliases.values()} == {"cardroom.postgres"}
    assert {alias["PORT"] for alias in aliases.values()} == {5433}


def test_without_an_owners_url_both_are_one_role() -> None:
    assert databases.external(APPLICATION, "")["owner"]["USER"] == "app"


def test_options_of_the_url_are_kept_beside_ours() -> None:
    options = databases.external(f"{APPLICATION}?sslmode=require", "")["default"]["OPTIONS"]
    assert options == {"sslmode": "require", "prepare_threshold": 5}


@pytest.mark.parametrize("url", ["sqlite:///x", "mysql://x", "postgresql://[", "rubbish"])
def test_another_url_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_OWNER_URL (isn't|must)") as refused:
        databases.external(APPLICATION, url)
    assert url not in str(refused.value)


def test_the_embedded_aliases_differ_by_role_alone(tmp_path: Path) -> None:
    default, owner = databases.embedded(tmp_path, "house").values()
    assert {key for key in default if default[key] != owner[key]} == {"USER"}


def test_the_secret_key_is_made_once_however_many_start(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as starters:
        keys = set(starters.map(secret.kept_in, [tmp_path / "new"] * 32))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o777 == 0o600
