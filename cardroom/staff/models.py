"""The log-in of a person of the house, and what they keep under it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from cardroom.house.models import House
from cardroom.staff.rights import RIGHTS


class Member(models.Model):
    """Whose log-in a user is: a person of a house by code, or an administrator, who is none.

    What a person may do follows from the roles that the house gives them at that moment.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="member"
    )
    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    person = models.TextField(blank=True)
    needs_code = models.BooleanField(default=True)

    class Meta:
        """A person has one log-in; only the demo's people need no code beside their password."""

        default_permissions = ()
        permissions: ClassVar = [(right, allowed.words) for right, allowed in RIGHTS.items()]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "person"],
                condition=~models.Q(person=""),
                name="staff_member_person",
            ),
            models.CheckConstraint(
                condition=models.Q(needs_code=True) | models.Q(house="DEMO"),
                name="staff_member_code",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house_id} {self.person or 'administrator'}"


class KeptFilter(models.Model):
    """A list as somebody likes to see it: the query of its address, kept under a name."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="kept_filters"
    )
    page = models.TextField()
    name = models.TextField()
    query = models.TextField()

    class Meta:
        """One of a name for each list of a person's."""

        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "page", "name"], name="staff_filter_name"),
        ]

    def __str__(self) -> str:
        return f"{self.page}: {self.name}"
