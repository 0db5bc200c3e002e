"""Members: whose log-in it is, in which house, with which roles at this moment."""

from typing import cast

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from cardroom.errors import Missing
from cardroom.house import houses
from cardroom.staff.models import Member
from cardroom.staff.rights import BLIND, GROUPS, Role

Somebody = AbstractBaseUser | AnonymousUser


def member_of(user: Somebody) -> Member | None:
    """The member that a user is; None for nobody, and for a user who belongs to no house."""
    return getattr(user, "member", None) if user.is_authenticated else None


def roles_of(user: Somebody) -> frozenset[Role]:
    """The roles that the house gives the person now; an administrator has that one."""
    member = member_of(user)
    if member is None:
        return frozenset()
    if not member.person:
        return frozenset({"admin"})
    try:
        given = houses.facts(member.house_id).people.get(member.person, frozenset())
    except Missing:
        return frozenset()
    return frozenset(cast("Role", role) for role in given if role in GROUPS)


def is_blind(roles: frozenset[Role]) -> bool:
    """Whether somebody of these roles is told nothing of what an uncounted box should hold."""
    return bool(roles & BLIND)
