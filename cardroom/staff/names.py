"""Names to sign in with: each is one person's for ever, whoever took it first."""

from cardroom.errors import Malformed
from cardroom.house.logins import called
from cardroom.staff.models import Member


def check_free(name: str, *, house: str, person: str, pointer: str = "/name") -> None:
    """Whether nobody else has a log-in of this name; a person is empty for an administrator.

    Raises Malformed, pointing to where the name was given.
    """
    held = Member.objects.filter(user__username=name).first()
    if held is not None and (held.house_id, held.person) != (house, person):
        raise Malformed(f"the log-in {name} belongs to somebody else: {held}", pointer=pointer)


def check_nobodys(name: str, *, house: str) -> None:
    """Whether no person of a house is called so, with a log-in or still without. Raises Malformed.

    What an administrator changes is recorded by that name alone.
    """
    person = called(house, name)
    if person is not None:
        raise Malformed(f"{name} is the name of {person}, a person of the house", pointer="/name")
