"""Groups with permissions, one for each role of the house."""

from django.contrib.auth.models import Group, Permission

from cardroom.staff.rights import GROUPS, RIGHTS


def make(using: str = "owner") -> None:
    """Have a group for each role with the permissions that the table of rights gives it."""
    known = Permission.objects.using(using).filter(content_type__app_label="staff")
    permissions = {permission.codename: permission for permission in known}
    for role, name in GROUPS.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        has = [right for right, allowed in RIGHTS.items() if role in allowed.roles]
        group.permissions.set(permissions[right] for right in has if right in permissions)
