"""Filters that people keep: a list's query under a name, for one log-in and one list."""

from typing import Final, NamedTuple

from django.contrib.auth.models import AbstractBaseUser

from cardroom.errors import Malformed
from cardroom.staff.models import KeptFilter
from cardroom.texts import unseen_in

MOST: Final = 20  # of a list
LONGEST_NAME: Final = 40
LONGEST_QUERY: Final = 500


class Kept(NamedTuple):
    """A filter that was kept."""

    id: int
    name: str
    query: str


def of(user: AbstractBaseUser, page: str) -> list[Kept]:
    """What somebody keeps of a list, by name."""
    found = KeptFilter.objects.filter(user_id=user.pk, page=page).order_by("name")
    return [Kept(*row) for row in found.values_list("id", "name", "query")[:MOST]]


def keep(user: AbstractBaseUser, *, page: str, name: str, query: str) -> None:
    """Keep a query under a name, in the place of what that name meant. Raises Malformed."""
    name = " ".join(name.replace("\0", " ").split())
    if not name or len(name) > LONGEST_NAME:
        raise Malformed(f"give it a name of at most {LONGEST_NAME} characters", pointer="/name")
    if unseen := unseen_in(name):
        raise Malformed(unseen, pointer="/name")
    if len(query) > LONGEST_QUERY or "\0" in query:
        raise Malformed("this filter is too long to be kept", pointer="/query")
    kept = of(user, page)
    if len(kept) >= MOST and name not in {each.name for each in kept}:
        raise Malformed(f"{MOST} filters of a list are kept at most: drop one first")
    KeptFilter.objects.update_or_create(
        user_id=user.pk, page=page, name=name, defaults={"query": query}
    )


def drop(user: AbstractBaseUser, number: int) -> None:
    """Drop one; somebody else's isn't there."""
    KeptFilter.objects.filter(user_id=user.pk, pk=number).delete()
