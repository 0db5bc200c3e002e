"""The visitor of a page: which house, which person, and what they may be told."""

from typing import NamedTuple

from django.http import HttpRequest

from cardroom.staff.members import is_blind, member_of, roles_of
from cardroom.staff.rights import GROUPS, Role


class Visitor(NamedTuple):
    """Who looks; blind is who may count boxes, and is told nothing of what they should hold."""

    house: str
    person: str
    name: str
    roles: frozenset[Role]
    is_blind: bool
    sees_fees: bool

    @property
    def groups(self) -> str:
        """The roles in words."""
        return ", ".join(word for role, word in GROUPS.items() if role in self.roles)


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of a page that the guard let them see."""
    member, roles = member_of(request.user), roles_of(request.user)
    if member is None:
        raise LookupError("nobody of a house came past the guard")
    blind = is_blind(roles)
    return Visitor(
        house=member.house_id,
        person=member.person,
        name=member.person or request.user.get_username(),
        roles=roles,
        is_blind=blind,
        sees_fees=not blind and request.user.has_perm("staff.see_fees"),
    )
