"""Words of a cell: one that is too long for it is broken where people would."""

import re
from typing import Final
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfmetrics import stringWidth

from cardroom.reports.render.type import FONT

_PIECES: Final = re.compile(r"[^_./:-]+[_./:-]*|[_./:-]+")


def in_lines(text: str, room: float, size: float) -> str:
    """The text of a paragraph in some room, in points; long words go on behind a point or line."""
    return " ".join(
        escape(word) if stringWidth(word, FONT, size) <= room else _broken(word, room, size)
        for word in text.split()
    )


def _broken(word: str, room: float, size: float) -> str:
    """A word in lines of as many pieces as there is room for."""
    lines = [""]
    for piece in _PIECES.findall(word):
        if lines[-1] and stringWidth(lines[-1] + piece, FONT, size) > room:
            lines.append("")
        lines[-1] += piece
    return "<br/>".join(map(escape, lines))
