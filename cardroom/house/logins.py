"""The names that people of a house sign in with, as its file gives them."""

import msgspec

from cardroom.errors import Missing
from cardroom.house.models import Version
from cardroom.house.records import PersonRecord
from cardroom.house.versions import current_versions


def login_of(house: str, person: str) -> str | None:
    """A person's name for signing in; None where the house gave none. Raises Missing."""
    said = Version.objects.filter(house=house, kind="person", code=person)
    row = said.order_by("-version").first()
    if row is None or row.retired:
        raise Missing(f"house {house} has nobody {person}")
    return msgspec.convert(row.data, PersonRecord).login


def called(house: str, name: str) -> str | None:
    """The person of a house whom a name means, by code or by what they sign in with; or None."""
    for row in current_versions(house):
        if row.kind == "person" and not row.retired:
            names = {row.code, msgspec.convert(row.data, PersonRecord).login}
            if name in names:
                return row.code
    return None
