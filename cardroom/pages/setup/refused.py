"""Refusals of a change, said at the place that they are about."""

import re
from collections.abc import Mapping
from typing import Final, NoReturn

from cardroom.errors import CardroomError, Missing
from cardroom.house.item_views import ItemView
from cardroom.house.written import SECTIONS
from cardroom.pages.plain import in_words
from cardroom.pages.setup.filling import place
from cardroom.pages.setup.kinds.every import KINDS
from cardroom.pages.words import sentence

_KIND_OF: Final = {section: kind for kind, section in SECTIONS.items()}
_PLACE: Final = re.compile(
    r"(?P<section>\w+)(?:\[(?P<code>[^\]]+)\])?(?P<rest>[^:]*): (?P<said>.*)"
)


def at(refusal: CardroomError, places: Mapping[tuple[str, ...], str]) -> tuple[str | None, str]:
    """The input that a refusal means, None for none of this form, and a sentence."""
    where = place(refusal.pointer, places)
    found = _PLACE.fullmatch(refusal.detail)
    kind = _KIND_OF.get(found["section"]) if found else None
    if found is None or kind is None:
        return where, sentence(refusal.detail)
    said = in_words(found["said"], refusal.pointer.rpartition("/")[2])
    if where is not None:
        return where, sentence(said)
    words, code = KINDS[kind].one, found["code"] or ""
    return None, sentence(f"{words} {code}{found['rest'].replace('.', ', ')}: {said}")


def overtaken(newest: ItemView, seen: str) -> str:
    """That another change came first."""
    return (
        f"Somebody else changed it in the meantime: you began with version {seen}, and version"
        f" {newest.version} holds now. Nothing was recorded. What you typed still stands here;"
        " preview it again to see what it would change by now."
    )


def version_in(seen: str) -> int:
    """The version that a form says it was decided on; what is none was never the newest."""
    return int(seen) if re.fullmatch(r"[0-9]{1,9}", seen) else -1


def no_second_house() -> NoReturn:
    """An installation's house comes from its file. Raises Missing."""
    raise Missing("a house is added by load_house, and changed here")
