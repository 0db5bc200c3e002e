"""Filling in a form: its fields by what was typed, the facts that it says, and its faults."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from cardroom.pages.setup.fields import Facts, Field, Rows, Shape, read, written

# What was typed by the input's name; of rows how many there are, and `rates-2-gone` leaves one out.
Typed = dict[str, list[str]]
GONE: Final = "gone"


class Filled(NamedTuple):
    """What a form says; `faults` by input, `places` are the inputs by where their facts stand."""

    facts: dict[str, Any]
    faults: dict[str, str]
    places: dict[tuple[str, ...], str]


def typed(shape: Shape, facts: Facts) -> Typed:
    """A form as it is opened with these facts; of what there may be several, one row is open."""
    found: Typed = {}
    for part in shape:
        if isinstance(part, Field):
            found[part.name] = written(part, fact_at(facts, part.path))
            continue
        held = facts.get(part.name) or []
        rows = [part.to(one) for one in (held.items() if isinstance(held, dict) else held)]
        found[part.name] = [str(max(len(rows), 1))]
        for at, row in enumerate(rows):
            for field in part.fields:
                found[f"{part.name}-{at}-{field.name}"] = written(field, row.get(field.name))
    return found


def posted(form: Mapping[str, Sequence[str]]) -> Typed:
    """A form as it was sent; an absent box is one without a tick."""
    return {name: [*values] for name, values in form.items()}


def count(part: Rows, form: Typed) -> int:
    """How many rows of a kind the form has."""
    (said, *_) = form.get(part.name) or ["0"]
    return min(int(said), part.most) if said.isdecimal() and len(said) < len("10000") else 0


def added(part: Rows, form: Typed) -> Typed:
    """The form with another row, up to the most there may be."""
    return form | {part.name: [str(min(count(part, form) + 1, part.most))]}


def fill(shape: Shape, form: Typed) -> Filled:
    """The facts that a form says, as far as they can be read."""
    filled = Filled({}, {}, {})
    for part in shape:
        if isinstance(part, Field):
            value = _read(filled, part, part.name, form)
            filled.places[tuple(part.path)] = part.name
            if value is not None:
                _put(filled.facts, part.path, value)
        else:
            filled.facts[part.name] = _rows(filled, part, form)
            filled.places[part.name,] = part.name
    return filled._replace(facts={name: _listed(fact) for name, fact in filled.facts.items()})


def place(pointer: str, places: Mapping[tuple[str, ...], str]) -> str | None:
    """The input that a refusal's pointer means: the innermost that is known, or the first in it."""
    parts = tuple(pointer.split("/")[1:])
    while parts:
        if parts in places:
            return places[parts]
        inside = (name for path, name in places.items() if path[: len(parts)] == parts)
        if found := next(inside, None):
            return found
        parts = parts[:-1]
    return None


def fact_at(facts: Any, path: Sequence[str]) -> Any:  # noqa: ANN401 - whatever stands there
    """What stands at a place of an item's facts; None for nothing."""
    for part in path:
        if isinstance(facts, list | tuple):
            facts = facts[int(part)] if int(part) < len(facts) else None
        else:
            facts = None if facts is None else facts.get(part)
    return facts


def _rows(filled: Filled, part: Rows, form: Typed) -> Any:  # noqa: ANN401 - a list or a table
    """What the rows say; one in which nothing is typed says nothing."""
    facts = list[Any]()
    for at in range(count(part, form)):
        prefix = f"{part.name}-{at}-"
        if form.get(f"{prefix}{GONE}") or not any(_typed_in(part, prefix, form)):
            continue
        read_row = {
            field.name: _read(filled, field, f"{prefix}{field.name}", form) for field in part.fields
        }
        row = {name: value for name, value in read_row.items() if value is not None}
        first = part.fields[0].name
        key = str(row.get(first)) if part.keyed else str(len(facts))
        if part.keyed and any(str(one[0]) == key for one in facts):
            filled.faults[f"{prefix}{first}"] = f"{part.one.capitalize()} {key} is there twice."
        filled.places[part.name, key] = f"{prefix}{first}"
        for field in part.fields:
            filled.places[part.name, key, field.name] = f"{prefix}{field.name}"
        facts.append(part.of(read_row if part.keyed else row))
    return {str(key): value for key, value in facts} if part.keyed else facts


def _typed_in(part: Rows, prefix: str, form: Typed) -> Iterator[bool]:
    """Whether there is anything in the fields of a row in which one types."""
    for field in part.fields:
        if field.type not in {"choice", "many", "tick"}:
            yield bool("".join(form.get(f"{prefix}{field.name}", [])).strip())


def _read(filled: Filled, field: Field, name: str, form: Typed) -> Any:  # noqa: ANN401
    """One fact; None for none, and for what can't be read, which is a fault."""
    try:
        return read(field, form.get(name, []))
    except ValueError as error:
        filled.faults[name] = str(error)
        return None


def _put(facts: dict[str, Any], path: Sequence[str], value: object) -> None:
    *outer, last = path
    for part in outer:
        facts = facts.setdefault(part, {})
    facts[last] = value


def _listed(fact: Any) -> Any:  # noqa: ANN401 - of whatever type it is
    """A fact in which what stands at places 0 and 1 is a list of the two."""
    if not isinstance(fact, dict):
        return fact
    if fact.keys() == {"0", "1"}:
        return [fact["0"], fact["1"]]
    return {name: _listed(one) for name, one in fact.items()}
