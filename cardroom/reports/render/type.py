"""Type: the fonts that every reader of PDF has, and what they can show."""

from typing import Final

FONT: Final = "Helvetica"
BOLD: Final = "Helvetica-Bold"
_ENCODING: Final = "cp1252"


def shown(text: str) -> str:
    r"""A text in characters of these fonts; another is named by its code, `\u4e2d`.

    So nothing is left out, and no box stands for a character that nobody can read.
    """
    plain = text.encode(_ENCODING, "backslashreplace").decode(_ENCODING)
    return "".join(one if one.isprintable() else f"\\x{ord(one):02x}" for one in plain)
