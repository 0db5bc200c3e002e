"""Log-ins as who gives them sees them: whose they are, whether they work, when last."""

from datetime import datetime

from msgspec import Struct

from cardroom.staff.models import Member


class LoginView(Struct, frozen=True, kw_only=True):
    """A log-in of a house; `person` is empty for an administrator."""

    name: str
    person: str
    works: bool
    last_used_at: datetime | None


def listed(house: str) -> list[LoginView]:
    """All log-ins that a house ever gave, by name."""
    members = Member.objects.filter(house=house).select_related("user").order_by("user__username")
    return [
        LoginView(
            name=member.user.get_username(),
            person=member.person,
            works=member.user.is_active,
            last_used_at=member.user.last_login,
        )
        for member in members
    ]
