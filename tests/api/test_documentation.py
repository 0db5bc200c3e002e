"""Swagger UI: from our own files alone, under a policy that allows no others."""

import re
from pathlib import Path

import pytest

from tests.api.club import Caller

SOURCE = re.compile(r'(?:src|href)="([^"]+)"')


@pytest.fixture
def page(static_files: Path) -> str:  # noqa: ARG001 - the files it names
    """The page as a browser gets it."""
    response = Caller().get("docs", headers={"Accept": "text/html"})
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    return str(response.content.decode())


def test_everything_that_the_page_loads_is_served_by_ourselves(page: str) -> None:
    sources = SOURCE.findall(page)
    assert len(sources) == 5
    for source in sources:
        assert source.startswith("/"), source
        response = Caller().get(source.replace("&amp;", "&"))
        assert response.status_code == 200, source
        assert b"".join(response) if response.streaming else response.content


def test_the_page_has_no_script_in_it(page: str) -> None:
    assert re.findall(r"<script(?![^>]*src=)", page) == []


def test_the_policy_of_the_page_lets_nothing_in_from_elsewhere(page: str) -> None:
    assert page
    policy = Caller().get("docs")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "script-src" not in policy


def test_its_script_asks_for_our_description_and_no_validator() -> None:
    response = Caller().get("docs?script=")
    assert response["Content-Type"].startswith("application/javascript")
    script = response.content.decode()
    assert "/api/v1/schema" in script
    assert '"validatorUrl": null' in script
    assert "https://" not in script
