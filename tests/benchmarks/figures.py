"""Figures: a line for each, with median, least and most of its blocks."""

from collections.abc import Sequence
from statistics import median
from typing import Final

# As `performance.md` of the design numbers them: the first goal, and the one after it.
GOALS: Final = {
    "P1": (0.20, 0.40),
    "P2": (0.30, 0.55),
    "P3": (0.50, 0.75),
    "P4": (0.15, 0.30),
    "P5": (0.30, 0.50),
}
# What takes at most so many times as long as its yardstick.
MOST: Final = {"P6": (3.0, 1.2)}
# What the bare view must reach of the same insert without a web server, or it is no yardstick.
SOUND: Final = 0.7


def line(name: str, figures: Sequence[float], unit: str, note: str = "") -> str:
    """A figure as it is printed."""
    digits = 2 if median(figures) < 10 else 0
    shown = [f"{one:,.{digits}f}" for one in (median(figures), min(figures), max(figures))]
    said = f"{name:<36} median {shown[0]:>8}   min {shown[1]:>8}   max {shown[2]:>8}   {unit}"
    return f"{said}   {note}".rstrip()


def ratios(ours: Sequence[float], yardstick: Sequence[float]) -> list[float]:
    """Each block of ours to the yardstick's beside it."""
    return [one / other for one, other in zip(ours, yardstick, strict=True)]


def ratio(name: str, ours: Sequence[float], yardstick: Sequence[float]) -> str:
    """The line of a ratio, with its goals."""
    first, then = GOALS[name]
    found = ratios(ours, yardstick)
    reached = "reached" if median(found) >= first else "missed"
    return line(f"{name} ratio", found, "", f"goal {first:.2f} ({reached}), then {then:.2f}")


def ratios_line(name: str, ours: Sequence[float], yardstick: Sequence[float]) -> str:
    """The line of a ratio that has no goal of its own."""
    return line(name, ratios(ours, yardstick), "")


def at_most(name: str, ours: Sequence[float], yardstick: Sequence[float]) -> str:
    """The line of a ratio of times, with its goals."""
    first, then = MOST[name]
    found = ratios(ours, yardstick)
    reached = "reached" if median(found) <= first else "missed"
    return line(f"{name} ratio", found, "", f"goal {first:.1f} ({reached}), then {then:.1f}")


def soundness(name: str, bare: Sequence[float], plain: Sequence[float]) -> str:
    """What the bare view reaches of the insert alone; of one row, a request is most of the cost."""
    found = ratios(bare, plain)
    reached = "it is" if median(found) >= SOUND else "it isn't: no yardstick"
    note = f"must be at least {SOUND:.1f}: {reached}" if name == "P1" else ""
    return line("bare view / plain psycopg", found, "", note)
