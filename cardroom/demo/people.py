"""The demo's people sign in with a password alone, made anew by each start."""

import secrets
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import transaction

from cardroom.demo.house import CODE
from cardroom.house import houses
from cardroom.house.logins import login_of
from cardroom.staff.models import Member
from cardroom.staff.rights import GROUPS

ADMINISTRATOR: Final = "demo-administrator"


def sign_in_with(password: str | None) -> list[tuple[str, str]]:
    """Let the demo's people sign in with this password, or not at all; their names and roles."""
    hashed = make_password(password)  # once for all: it is the same password
    said = []
    for name, person, roles in _people():
        _have(name, person, hashed)
        said.append((name, ", ".join(roles)))
    return said


def a_password() -> str:
    """A password that nobody guesses, short enough to be typed."""
    return "-".join(secrets.token_hex(2) for _ in range(4))


def _people() -> list[tuple[str, str, list[str]]]:
    """Names, person codes and groups: whoever has a role that a page is for."""
    found = []
    for person, given in sorted(houses.facts(CODE).people.items()):
        roles = [words for role, words in GROUPS.items() if role in given]
        if roles:
            found.append((login_of(CODE, person) or person, person, roles))
    return [*found, (ADMINISTRATOR, "", [GROUPS["admin"]])]


def _have(name: str, person: str, hashed: str) -> None:
    with transaction.atomic():
        user, _ = get_user_model().objects.update_or_create(
            username=name,
            defaults={"password": hashed, "is_staff": True, "is_active": True},
        )
        Member.objects.update_or_create(
            user=user, defaults={"house_id": CODE, "person": person, "needs_code": False}
        )
