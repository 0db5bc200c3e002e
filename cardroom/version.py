"""The version of this software, as reports name it."""

from typing import Final

VERSION: Final = "0.1.0"
