"""An event's facts as a form: a field for each, with its word and what the trade means by it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect

from cardroom.pages.plain import Fault, plainly
from cardroom.texts import unseen_in
from tables.rounds import codec

WORDS: Final = {
    "accepted": "Accepted",
    "badge": "Badge",
    "box_in": "Box put on",
    "box_out": "Box taken off",
    "card": "Card",
    "checked_by": "Checked by",
    "continuous": "Continuous shuffler",
    "dealer": "House dealer",
    "decks": "Decks",
    "gaming_day": "Gaming day",
    "kind": "Kind of player",
    "last_round": "Last round",
    "offering": "Offering",
    "player": "Player",
    "present": "Notice is posted",
    "purpose": "Purpose",
    "reason": "Reason that the table gave",
    "removed_by": "Taken off by",
    "rounds_dealt": "Rounds dealt",
    "seat": "Seat",
    "text": "What was noted",
    "tppps": "TPPPS company",
    "unidentified": "Not identified",
    "witness": "Witness",
}
HELP: Final = {
    "accepted": "Whether the seat took the player-dealer position.",
    "badge": "The number on the badge of the TPPPS's player.",
    "box_in": "The number on the box that hung there from then on; empty if none did.",
    "box_out": "The number on the box that was taken off; empty if none hung there.",
    "card": "Rank and suit: TD, AS, 9H; empty if nobody saw it.",
    "checked_by": "Who of the house looked.",
    "continuous": "Whether copies are counted by round, as a shuffler that takes cards back needs.",
    "dealer": "The house employee who deals; never the player-dealer.",
    "decks": "How many decks went into the shoe.",
    "gaming_day": "The day that the table system declared, as 2026-11-28.",
    "kind": "A patron, a player of a third-party company, or of the house.",
    "last_round": "The number of the last round; empty if the table didn't say it.",
    "offering": "The code of the game as this house offers it.",
    "player": "The token that the table system uses for the person; no name.",
    "present": "Whether the notice of fees and limits hung at the table.",
    "purpose": "What the box is for: collection fees, the jackpot, or a promotion.",
    "reason": "As the table system sent it.",
    "removed_by": "Who of the drop team took it off.",
    "rounds_dealt": "How many rounds the table system says it dealt on that day.",
    "seat": "The number of the seat, from 1 at the dealer's left.",
    "text": "As the table system sent it.",
    "tppps": "The code of the company; only for its players.",
    "unidentified": "Whether the table system could not tell who it was.",
    "witness": "Who looked on; empty if nobody did.",
}
_NOT_SHOWN: Final = frozenset({"code", "authorised_by"})


class Field(NamedTuple):
    """A field of the form; `choices` are there where the fact is one of a few words."""

    name: str
    word: str
    help: str
    value: str
    is_required: bool
    choices: tuple[tuple[str, str], ...] = ()
    fault: str = ""


class Typed(NamedTuple):
    """What was typed: the fields, and the data of the event; None where one of them is faulty."""

    fields: list[Field]
    data: dict[str, Any] | None


def fields_of(kind: str, data: Mapping[str, Any]) -> list[Field]:
    """The fields of a type of event, filled from its data."""
    return [
        Field(
            name=one.encode_name,
            word=WORDS.get(one.encode_name, one.encode_name.replace("_", " ").capitalize()),
            help=HELP.get(one.encode_name, ""),
            value=_text(data.get(one.encode_name)),
            is_required=one.required,
            choices=tuple(_choices(one.type)),
        )
        for one in _struct(kind)
        if one.encode_name not in _NOT_SHOWN
    ]


def typed(kind: str, form: Mapping[str, str]) -> Typed:
    """The data that a form says."""
    said = {one.encode_name: form.get(f"fact-{one.encode_name}", "") for one in _struct(kind)}
    fields = fields_of(kind, said)
    fields = [field._replace(fault=unseen_in(field.value) or "") for field in fields]
    if any(field.fault for field in fields):
        return Typed(fields, None)
    given: dict[str, Any] = {field.name: field.value for field in fields if field.value.strip()}
    try:
        fact = msgspec.convert(given, codec.TYPES[kind], strict=False)
    except (ValueError, msgspec.DecodeError) as error:
        fault = plainly(error)
        return Typed([_marked(field, fault) for field in fields], None)
    return Typed(fields, msgspec.to_builtins(fact))


def _marked(field: Field, fault: Fault) -> Field:
    return field._replace(fault=fault.text) if field.name == fault.field else field


def _struct(kind: str) -> tuple[inspect.Field, ...]:
    found = inspect.type_info(codec.TYPES[kind])
    if not isinstance(found, inspect.StructType):
        raise TypeError(f"{kind} has no fields")
    return found.fields


def _choices(of: inspect.Type) -> Iterator[tuple[str, str]]:
    match of:
        case inspect.BoolType():
            yield from (("true", "yes"), ("false", "no"))
        case inspect.LiteralType(values=values):
            yield from ((str(value), str(value)) for value in values)
        case _:
            return


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)
