"""W drawn running out: a bar for every wager in order, to scale, W's end inside the one it cuts."""

from typing import Final, NamedTuple

from cardroom.pages.words import dollars
from tables.rounds.replay import Coverage, Segment

_LEFT: Final = 30.0
_RIGHT: Final = 1170.0
_LEAST: Final = 3.0
_LETTER: Final = 7.2  # how wide a character is, at most
_STEPS: Final = (1, 2, 5)
_TICKS: Final = 8


class Bar(NamedTuple):
    """A part of a wager; `kind` is `paid`, `coll` or `over`, the text stands in it if it fits."""

    x: float
    width: float
    kind: str
    text: str
    cents: int

    @property
    def middle(self) -> float:
        """Its middle."""
        return self.x + self.width / 2


class Label(NamedTuple):
    """A text and where it begins, ends, or has its middle."""

    x: float
    text: str


class ReachAt(NamedTuple):
    """The whole strip; `end` is where W ends, None where it covers all."""

    bars: tuple[Bar, ...]
    labels: tuple[Label, ...]
    end: float | None
    ends: str
    ends_right: bool
    ticks: tuple[Label, ...]

    @property
    def end_x(self) -> float:
        """Where the words beside W's end begin, or end."""
        return (self.end or 0.0) + (-8 if self.ends_right else 8)


def reach_at(reached: Coverage) -> ReachAt:
    """The strip of a settlement's coverage."""
    bars, labels = list[Bar](), list[Label]()
    end = None
    parts = [one for one in reached.segments if one.moved_cents or one.beyond_cents]
    scale = _scale(parts)
    x = _LEFT
    for one in parts:
        begun = x
        for bar in _bars(one, x, scale):
            bars.append(bar)
            x = bar.x + bar.width
            if bar.kind != "over" and one.order == reached.ends_in:
                end = x
        labels += _label(one, begun, x)
    return ReachAt(
        bars=tuple(bars),
        labels=tuple(labels),
        end=end,
        ends=_ends(reached),
        ends_right=end is not None and end > _RIGHT * 0.6,
        ticks=_ticks(reached, bars, scale),
    )


def _scale(parts: list[Segment]) -> float:
    whole = sum(one.moved_cents + one.beyond_cents for one in parts)
    count = sum((one.moved_cents > 0) + (one.beyond_cents > 0) for one in parts)
    return (_RIGHT - _LEFT - count * _LEAST) / whole if whole else 0.0


def _bars(one: Segment, x: float, scale: float) -> list[Bar]:
    found = []
    if one.moved_cents:
        word = "paid" if one.is_paid else "collected"
        kind = "paid" if one.is_paid else "coll"
        found.append(_bar(x, one.moved_cents, scale, kind, word))
        x = found[-1].x + found[-1].width
    if one.beyond_cents:
        word = "unpaid" if one.is_cut and one.is_paid else "back"
        found.append(_bar(x, one.beyond_cents, scale, "over", word))
    return found


def _bar(x: float, cents: int, scale: float, kind: str, word: str) -> Bar:
    width = round(_LEAST + cents * scale, 1)
    amount = dollars(cents)
    full = f"{amount} {word}" if kind == "over" else f"{word} {amount}"
    fits = next((text for text in (full, amount) if len(text) * _LETTER <= width), "")
    return Bar(round(x, 1), width, kind, fits, cents)


def _label(one: Segment, begun: float, ended: float) -> list[Label]:
    texts = (f"{one.order}. seat {one.seat}", str(one.order))
    fits = next((text for text in texts if len(text) * _LETTER <= ended - begun), "")
    return [Label(round((begun + ended) / 2, 1), fits)] if fits else []


def _ends(reached: Coverage) -> str:
    """Where W ended, in words beside the line."""
    cut = next((one for one in reached.segments if one.order == reached.ends_in), None)
    if cut is None:
        return ""
    where = f"inside seat {cut.seat}'s wager" if cut.is_cut else f"with seat {cut.seat}'s wager"
    return f"W = {dollars(reached.wager_cents)} ends here, {where}"


def _ticks(reached: Coverage, bars: list[Bar], scale: float) -> tuple[Label, ...]:
    """Round amounts along what W moved; none where W can grow back and a sum says nothing."""
    if reached.remaining_cents is None or not reached.used_cents:
        return ()
    step = _step(reached.used_cents)
    return tuple(
        Label(round(_x_of(cents, bars, scale), 1), f"{cents // 100:,}")
        for cents in range(0, reached.used_cents + 1, step)
    )


def _step(cents: int) -> int:
    """1, 2 or 5 with noughts, so that there are some eight."""
    power = 100
    while True:
        for each in _STEPS:
            if cents <= _TICKS * each * power:
                return each * power
        power *= 10


def _x_of(cents: int, bars: list[Bar], scale: float) -> float:
    """Where so much of W was used, past the least widths of the bars before."""
    x, left = _LEFT, cents
    for bar in bars:
        inside = bar.cents if bar.kind != "over" else 0
        if left <= inside and bar.kind != "over":
            return bar.x + (_LEAST + left * scale if left else 0.0)
        left -= inside
        x = bar.x + bar.width
    return x
