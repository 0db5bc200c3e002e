"""A house file loaded beside log-ins: nobody in it is called what somebody else signs in with."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from cardroom.errors import Malformed
from cardroom.house import loading
from cardroom.house.games import GameFacts
from cardroom.house.items import Item
from cardroom.house.reading import read
from cardroom.house.records import PersonRecord
from cardroom.house.toml_lines import lines
from cardroom.house.versions import Change
from cardroom.staff.models import Member


def load(
    text: str,
    *,
    path: str,
    games: Mapping[str, GameFacts],
    now: datetime,
    reason: str | None = None,
) -> list[Change]:
    """Load a house file as `loading.load` does, or nothing of it.

    Raises Malformed, with the line, also for a person who is called as somebody else of the house
    signs in, or as an administrator does: what an administrator changes is recorded by that name.
    """
    items = read(text, path=path, games=games)
    _check_names(items, text, path)
    return loading.keep(items, now=now, reason=reason)


def _check_names(items: Sequence[Item], text: str, path: str) -> None:
    """The names of the file's people, who stand in it in this order."""
    members = Member.objects.filter(house=items[0].code).select_related("user")
    held = {member.user.get_username(): member for member in members}
    people = [(each.code, each.record) for each in items if isinstance(each.record, PersonRecord)]
    for place, (code, person) in enumerate(people):
        taken = _taken(code, person.login, held)
        if taken is not None:
            field, member = taken
            line = lines(text).get(("people", place, field), 1)
            raise Malformed(
                f"{path}:{line}: people[{code}].{field}: the log-in {member.user.get_username()}"
                f" belongs to somebody else: {member}"
            )


def _taken(code: str, login: str | None, held: Mapping[str, Member]) -> tuple[str, Member] | None:
    """Which name of a person is another's, and whose; by a code only an administrator is meant."""
    own = held.get(login or code)
    if own is not None and own.person != code:
        return ("login" if login else "code"), own
    same = held.get(code)
    return ("code", same) if same is not None and not same.person else None
