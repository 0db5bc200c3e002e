"""Drawings of the sheet: cards as they lay, and W running out. Black on white."""

from collections.abc import Sequence
from typing import Any, Final

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib.colors import Color, black, white
from reportlab.pdfbase.pdfmetrics import stringWidth

from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.type import BOLD, FONT, shown
from tables.rounds.replay import Coverage, Segment
from tables.rounds.replay.words import money, rank

_SUITS: Final = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_SYMBOLS: Final = "ZapfDingbats"
_CARD_WIDTH: Final = 19.0
_CARD_HEIGHT: Final = 24.0
_GAP: Final = 2.5
_DARK: Final = Color(0.25, 0.25, 0.25)
_LIGHT: Final = Color(0.85, 0.85, 0.85)
_BAR: Final = 18.0
_BELOW: Final = 16.0
_ABOVE: Final = 14.0
_LEAST: Final = 2.0  # of a wager that is too small to be seen
_SIZE: Final = 7.0


def cards(held: Sequence[str | None]) -> Drawing:
    """Cards side by side; one that lies face down is hatched."""
    drawing = Drawing(len(held) * (_CARD_WIDTH + _GAP), _CARD_HEIGHT)
    for at, card in enumerate(held):
        x = at * (_CARD_WIDTH + _GAP)
        box = Rect(x + 0.5, 0.5, _CARD_WIDTH - 1, _CARD_HEIGHT - 1, rx=2, ry=2)
        box.fillColor, box.strokeColor, box.strokeWidth = white, black, 0.7
        _add(drawing, box)
        if card is None:
            _hatch(drawing, x + 3, 3, _CARD_WIDTH - 6, _CARD_HEIGHT - 6)
            continue
        face = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}.get(rank(card), rank(card))
        _add(drawing, String(x + 3, _CARD_HEIGHT - 10, face, fontName=BOLD, fontSize=8.5))
        suit = String(x + _CARD_WIDTH - 3, 4, _SUITS[card[1]], fontName=_SYMBOLS, fontSize=9)
        suit.textAnchor = "end"
        _add(drawing, suit)
    return drawing


def strip(reached: Coverage) -> Drawing:
    """Every wager in order: what W paid or collected, and hatched what it didn't reach."""
    drawing = Drawing(WIDTH, _ABOVE + _BAR + _BELOW)
    whole = sum(one.moved_cents + one.beyond_cents for one in reached.segments)
    parts = [one for one in reached.segments if one.moved_cents or one.beyond_cents]
    x, scale = 0.0, _scale(parts, whole)
    for one in parts:
        begun = x
        x = _moved(drawing, one, x, scale)
        if one.order == reached.ends_in:
            _end(drawing, reached, x)
        x = _beyond(drawing, one, x, scale)
        _over(drawing, one, begun, x)
    return drawing


def _scale(parts: Sequence[Segment], whole: int) -> float:
    """Points for each cent, when every bar has its least width."""
    bars = sum((one.moved_cents > 0) + (one.beyond_cents > 0) for one in parts)
    return (WIDTH - bars * _LEAST) / whole if whole else 0.0


def _moved(drawing: Drawing, one: Segment, x: float, scale: float) -> float:
    if not one.moved_cents:
        return x
    width = _LEAST + one.moved_cents * scale
    fill, ink = (_DARK, white) if one.is_paid else (_LIGHT, black)
    box = Rect(x, _BELOW, width, _BAR)
    box.fillColor, box.strokeColor, box.strokeWidth = fill, black, 0.5
    _add(drawing, box)
    word = "paid" if one.is_paid else "collected"
    _inside(drawing, (f"{word} {money(one.moved_cents)}", money(one.moved_cents)), x, width, ink)
    return x + width


def _beyond(drawing: Drawing, one: Segment, x: float, scale: float) -> float:
    if not one.beyond_cents:
        return x
    width = _LEAST + one.beyond_cents * scale
    _hatch(drawing, x, _BELOW, width, _BAR)
    box = Rect(x, _BELOW, width, _BAR)
    box.fillColor, box.strokeColor, box.strokeWidth, box.strokeDashArray = None, black, 0.5, (2, 1)
    _add(drawing, box)
    word = "unpaid" if one.is_cut and one.is_paid else "back"
    amount = money(one.beyond_cents)
    _inside(drawing, (f"{amount} {word}", amount), x, width, black, plate=True)
    return x + width


def _inside(
    drawing: Drawing,
    texts: Sequence[str],
    x: float,
    width: float,
    ink: Color,
    *,
    plate: bool = False,
) -> None:
    """The longest of the texts that fits; none where not even the shortest does."""
    for text in texts:
        needed = stringWidth(shown(text), BOLD, _SIZE) + 4
        if needed > width:
            continue
        left = x + (width - needed) / 2
        if plate:
            back = Rect(left, _BELOW + 3.5, needed, _BAR - 7)
            back.fillColor, back.strokeColor = white, None
            _add(drawing, back)
        label = String(x + width / 2, _BELOW + 6.5, shown(text), fontName=BOLD, fontSize=_SIZE)
        label.textAnchor, label.fillColor = "middle", ink
        _add(drawing, label)
        return


def _over(drawing: Drawing, one: Segment, begun: float, ended: float) -> None:
    """Which wager it is, as far as there is room."""
    for text in (f"{one.order}. seat {one.seat}, {one.what}", f"{one.order}. seat {one.seat}",
                 str(one.order)):  # fmt: skip
        if stringWidth(shown(text), FONT, _SIZE) <= ended - begun:
            label = String(begun, _BELOW + _BAR + 3, shown(text), fontName=FONT, fontSize=_SIZE)
            _add(drawing, label)
            return


def _end(drawing: Drawing, reached: Coverage, x: float) -> None:
    """Where W ends."""
    _add(drawing, Line(x, 9, x, _BELOW + _BAR + _ABOVE, strokeWidth=2))
    text = f"W = {money(reached.wager_cents)} ends here"
    label = String(x, 0.5, shown(text), fontName=BOLD, fontSize=_SIZE + 0.5)
    label.textAnchor = "end" if x > WIDTH * 3 / 4 else "start"
    _add(drawing, label)


def _hatch(drawing: Drawing, x: float, y: float, width: float, height: float) -> None:
    """Lines from left below to right above, within a box."""
    at = -height
    while at < width:
        low, high = max(at, 0), min(at + height, width)
        line = Line(x + low, y + low - at, x + high, y + high - at)
        line.strokeWidth, line.strokeColor = 0.35, _DARK
        _add(drawing, line)
        at += 4


def _add(drawing: Drawing, shape: Any) -> None:  # noqa: ANN401 - any shape
    drawing.add(shape)
