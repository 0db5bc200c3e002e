"""Limits of what is sent."""

from typing import Final

MAX_BODY_BYTES: Final = 2 * 1024 * 1024
