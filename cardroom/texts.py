"""Texts: what people write, and the opaque tokens that stand for them."""

from typing import Annotated, Final

from msgspec import Meta

# Something can be read in it; a reason of blanks is none.
READABLE: Final = r"\S"

Token = Annotated[str, Meta(min_length=1, max_length=64, description="an opaque token")]
Text = Annotated[str, Meta(min_length=1, max_length=2000, pattern=READABLE)]
