"""Showing a form: its inputs with what was typed, each fault beside the input that it is about."""

from collections.abc import Mapping
from typing import NamedTuple

from cardroom.pages.setup.fields import Field, Rows, Shape
from cardroom.pages.setup.filling import GONE, Typed, count


class Input(NamedTuple):
    """One input; the first at fault has the focus, else the first of all."""

    field: Field
    name: str
    values: list[str]
    fault: str
    has_focus: bool

    @property
    def value(self) -> str:
        """What is typed in it."""
        return self.values[0] if self.values else ""

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What there is to choose, what isn't there any more as well, and what is chosen."""
        known = dict(self.field.options) | {
            value: value for value in self.values if value and value not in dict(self.field.options)
        }
        return [(value, word, value in self.values) for value, word in known.items()]


class Row(NamedTuple):
    """A row of inputs; one that is gone is left out."""

    number: int
    gone_name: str
    is_gone: bool
    inputs: list[Input]

    @property
    def label(self) -> str:
        """The number as a word."""
        return str(self.number)


class Table(NamedTuple):
    """Rows of which there may be more; `may_grow` until there are the most.

    A fault of them all, such as that there are none, stands above them.
    """

    rows: Rows
    size: int
    lines: list[Row]
    may_grow: bool
    fault: str
    has_focus: bool


def shown(
    shape: Shape, form: Typed, faults: Mapping[str, str], *, focus: str = ""
) -> list[Input | Table]:
    """The form's parts in their order; `focus` is where to begin when nothing is at fault."""
    begin = next(iter(faults), focus)
    parts: list[Input | Table] = []
    for part in shape:
        if isinstance(part, Field):
            parts.append(_input(part, part.name, form, faults, begin))
            continue
        lines = [_row(part, at, form, faults, begin) for at in range(count(part, form))]
        grows, fault = len(lines) < part.most, faults.get(part.name, "")
        parts.append(Table(part, len(lines), lines, grows, fault, part.name == begin))
    return parts


def first_of(shape: Shape) -> str:
    """The first input that one types in; empty where there is none."""
    inputs = (part.name for part in shape if isinstance(part, Field) and not part.fixed)
    return next(inputs, "")


def _row(part: Rows, at: int, form: Typed, faults: Mapping[str, str], begin: str) -> Row:
    prefix = f"{part.name}-{at}-"
    inputs = [_input(field, f"{prefix}{field.name}", form, faults, begin) for field in part.fields]
    gone = f"{prefix}{GONE}"
    return Row(at + 1, gone, gone in form, inputs)


def _input(field: Field, name: str, form: Typed, faults: Mapping[str, str], begin: str) -> Input:
    return Input(field, name, form.get(name, []), faults.get(name, ""), name == begin)
