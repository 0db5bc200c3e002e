"""The names that people of a house sign in with, as its file gives them."""

import msgspec

from cardroom.errors import Missing
from cardroom.house.models import Version
from cardroom.house.records import PersonRecord


def login_of(house: str, person: str) -> str | None:
    """A person's name for signing in; None where the house gave none. Raises Missing."""
    said = Version.objects.filter(house=house, kind="person", code=person)
    row = said.order_by("-version").first()
    if row is None or row.retired:
        raise Missing(f"house {house} has nobody {person}")
    return msgspec.convert(row.data, PersonRecord).login
