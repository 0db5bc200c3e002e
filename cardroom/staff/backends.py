"""Who may do what: the groups of the roles that the house gives a person now."""

from typing import TYPE_CHECKING

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AbstractUser, Permission

from cardroom.staff.members import roles_of
from cardroom.staff.rights import GROUPS

if TYPE_CHECKING:
    from django.db.models import QuerySet


class HouseRoles(ModelBackend):
    """Django's own, with the groups of a person's roles; who was retired has none left."""

    def _get_group_permissions(self, user_obj: AbstractUser) -> "QuerySet[Permission]":
        """Permissions of the groups by which the house's roles are known."""
        names = [GROUPS[role] for role in roles_of(user_obj)]
        return Permission.objects.filter(group__name__in=names)
