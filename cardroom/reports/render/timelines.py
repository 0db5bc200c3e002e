"""Timelines as drawings: lanes of numbers along the time, the more the darker. Black on white."""

from typing import Final, Literal

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib.colors import Color

from cardroom.reports.document import Timeline
from cardroom.reports.render.charts import GREY, LABEL, SIZE, WIDTH, fitting
from cardroom.reports.render.type import FONT, shown

Anchor = Literal["start", "middle", "end"]

_LANE: Final = 10.5
_TOP: Final = 12
_WIDEST: Final = 26.0
_SMALL: Final = 6.0
# From what little is to what much is; a number is readable on either.
_LIGHTEST: Final = 0.96
_DARKEST: Final = 0.66


def drawing(timeline: Timeline) -> Drawing:
    """The timeline; numbers fit their steps as long as there are at most 60 of these."""
    lanes, steps = timeline.lanes, timeline.steps
    step = min((WIDTH - LABEL) / max(len(steps), 1), _WIDEST)
    height = _TOP + _LANE * len(lanes)
    drawn = Drawing(WIDTH, height)
    right = LABEL + step * len(steps)
    for at, label in enumerate(steps):
        x = LABEL + at * step
        if label:
            drawn.add(_text(x + 1, height - 8, label))
            drawn.add(_line(x, 0, x, height - _TOP))
    most = max((number for lane in lanes for number in lane.numbers), default=0)
    for row, lane in enumerate(lanes):
        y = height - _TOP - (row + 1) * _LANE
        drawn.add(_text(LABEL - 6, y + 3, fitting(lane.label), size=SIZE, anchor="end"))
        for at, number in enumerate(lane.numbers):
            if number:
                x = LABEL + at * step
                drawn.add(_box(x, y + 0.75, step, _shade(number, most)))
                drawn.add(_text(x + step / 2, y + 3, str(number), anchor="middle"))
    drawn.add(_line(right, 0, right, height - _TOP))
    for row in range(len(lanes) + 1):
        drawn.add(_line(LABEL, row * _LANE, right, row * _LANE))
    return drawn


def _shade(number: int, most: int) -> Color:
    grey = _LIGHTEST - (_LIGHTEST - _DARKEST) * number / most
    return Color(grey, grey, grey)


def _box(x: float, y: float, width: float, fill: Color) -> Rect:
    box = Rect(x + 0.4, y, width - 0.8, _LANE - 1.5)
    box.fillColor, box.strokeColor, box.strokeWidth = fill, GREY, 0.25
    return box


def _line(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, strokeColor=GREY, strokeWidth=0.25)


def _text(
    x: float, y: float, text: str, *, size: float = _SMALL, anchor: Anchor = "start"
) -> String:
    return String(x, y, shown(text), fontName=FONT, fontSize=size, textAnchor=anchor)
