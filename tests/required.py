"""What a machine may lack: then a test is skipped and says so, unless CARDROOM_REQUIRE names it."""

import os

import pytest


def needs(name: str, *, available: bool) -> pytest.MarkDecorator:
    """For tests that want a program which isn't everywhere; continuous integration requires it."""
    required = {word.strip() for word in os.environ.get("CARDROOM_REQUIRE", "").split(",")}
    if name in required and not available:
        raise RuntimeError(f"CARDROOM_REQUIRE names {name}, and it isn't there")
    return pytest.mark.skipif(not available, reason=f"{name} isn't installed")
