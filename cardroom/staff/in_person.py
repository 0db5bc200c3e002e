"""In person: somebody signs at a screen that isn't theirs, by the password they sign in with."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from cardroom.staff.models import Member


def is_password_of(request: HttpRequest, *, house: str, person: str, password: str) -> bool:
    """Whether it is the person's; guesses are counted, and shut out, as they are at the door."""
    member = Member.objects.filter(house=house, person=person).select_related("user").first()
    if member is None or not person:
        return False
    name = member.user.get_username()
    user = authenticate(request, username=name, password=password)
    return user is not None and user.pk == member.user_id
