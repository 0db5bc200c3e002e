"""The look of the sheet's texts and lines."""

from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph

from cardroom.reports.render.type import BOLD, FONT, shown

LINE: Final = Color(0.55, 0.55, 0.55)
TINT: Final = Color(0.92, 0.92, 0.92)
TEXT: Final = ParagraphStyle("text", fontName=FONT, fontSize=8, leading=10)
BOLD_TEXT: Final = ParagraphStyle("bold", TEXT, fontName=BOLD)


def paragraph(text: str, style: ParagraphStyle) -> Flowable:
    """A text that wraps, in characters that the fonts have."""
    return Paragraph(escape(shown(text)), style)
