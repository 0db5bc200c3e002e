"""Charts as drawings, for pages of PDF and, as SVG, for pages of the web. Black on white.

Series are told apart by fill, not by colour: solid and hollow bars from zero.
"""

from typing import Any, Final, Literal
from xml.sax.saxutils import escape

from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib.colors import Color, black, white
from reportlab.pdfbase.pdfmetrics import stringWidth

from cardroom.money import dollars
from cardroom.reports.document import Bar, Chart
from cardroom.reports.render.type import FONT, shown

WIDTH: Final = 720
# Labels on a printed page; there a chart of more bars is several drawings.
MOST: Final = 22

_Anchor = Literal["start", "end"]
_FILLS: Final = (Color(0.25, 0.25, 0.25), white)
_NO_TITLE: Final = "<title>...</title>"  # what the library writes
SIZE: Final = 7
_BAR: Final = 7.6
_GAP: Final = 4.8
LABEL: Final = 96
_VALUE: Final = 64
_TOP: Final = 22
GREY: Final = Color(0.6, 0.6, 0.6)


def drawings(chart: Chart) -> list[Drawing]:
    """The chart for pages that end, as many drawings as it takes; all to one scale."""
    most = _most(chart)
    return [
        _Drawn(chart, chart.bars[at : at + MOST], most).drawing
        for at in range(0, len(chart.bars), MOST)
    ]


def whole(chart: Chart) -> Drawing:
    """The chart for a page that scrolls, however long it is."""
    return _Drawn(chart, chart.bars, _most(chart)).drawing


def svg(drawing: Drawing, title: str) -> bytes:
    """A drawing as an SVG image without script; the same bytes every time."""
    text: str = renderSVG.drawToString(drawing)
    return text.replace(_NO_TITLE, f"<title>{escape(title)}</title>", 1).encode()


def _most(chart: Chart) -> int:
    """What the longest bar stands for, in cents."""
    values = (value for bar in chart.bars for value in bar.values if value is not None)
    return max(map(abs, values), default=0)


class _Drawn:
    """Some bars of a chart."""

    def __init__(self, chart: Chart, bars: tuple[Bar, ...], most: int) -> None:
        self.chart, self.most = chart, most
        self.row = len(chart.series) * _BAR + _GAP
        self.height = _TOP + self.row * len(bars)
        self.middle = (LABEL + WIDTH) / 2 if chart.sides else float(LABEL)
        self.half = (WIDTH - self.middle) - _VALUE
        self.drawing = Drawing(WIDTH, self.height)
        self._legend()
        for number, bar in enumerate(bars):
            self._bar(bar, self.height - _TOP - number * self.row)
        self._add(Line(self.middle, 0, self.middle, self.height - _TOP, strokeWidth=0.6))

    def _legend(self) -> None:
        """What each fill means, and which side is which."""
        x, y = float(LABEL), self.height - 10
        for name, fill in zip(self.chart.series, _FILLS, strict=False):
            self._box(x, y, 9, _BAR, fill)
            self._text(x + 13, y, name)
            x += 13 + stringWidth(shown(name), FONT, SIZE) + 18
        self._text(WIDTH, y, self.chart.sides, anchor="end")

    def _bar(self, bar: Bar, top: float) -> None:
        """A label, and a bar for each series."""
        self._add(Line(LABEL, top, WIDTH, top, strokeColor=GREY, strokeWidth=0.25))
        below = top - _GAP / 2
        label = fitting(bar.label)
        self._text(LABEL - 6, top - self.row / 2 - 2.5, label, anchor="end")
        for value, fill in zip(bar.values, _FILLS, strict=False):
            below -= _BAR
            self._value(value, fill, below)

    def _value(self, value: int | None, fill: Color, y: float) -> None:
        """One bar with its amount; a word where that isn't known."""
        if value is None:
            self._text(self.middle + 4, y + 0.7, self.chart.unknown)
            return
        length = self.half * value / self.most if self.most else 0
        x, width = self.middle + min(length, 0), abs(length)
        if width:
            height = _BAR - 1.5
            self._box(x, y + 0.75, width, height, fill)
        if value < 0:
            self._text(x - 4, y + 0.7, self._shown(value), anchor="end")
        else:
            self._text(x + width + 4, y + 0.7, self._shown(value))

    def _shown(self, value: int) -> str:
        return dollars(value) if self.chart.form == "cents" else f"{value:,}"

    def _box(self, x: float, y: float, width: float, height: float, fill: Color) -> None:
        box = Rect(x, y, width, height)
        box.fillColor, box.strokeColor, box.strokeWidth = fill, black, 0.6
        self._add(box)

    def _text(self, x: float, y: float, text: str, anchor: _Anchor = "start") -> None:
        self._add(String(x, y, shown(text), fontName=FONT, fontSize=SIZE, textAnchor=anchor))

    def _add(self, shape: Any) -> None:  # noqa: ANN401 - any shape
        self.drawing.add(shape)


def fitting(label: str) -> str:
    """A label that leaves the bars alone; the tables have it whole."""
    while stringWidth(shown(label), FONT, SIZE) > LABEL - 8:
        label = f"{label.removesuffix('…')[:-1]}…"
    return label
