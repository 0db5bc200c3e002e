"""The phones that people sign in and sign with."""

from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from cardroom.staff.members import Somebody


def phone_showing(user: Somebody, code: str) -> TOTPDevice | None:
    """The user's phone whose code it is; each code is accepted once, and guessing gets slower."""
    with transaction.atomic():  # of two who send one code, one waits and is refused
        for device in TOTPDevice.objects.filter(user=user, confirmed=True).select_for_update():
            allowed, _ = device.verify_is_allowed()
            if allowed and device.verify_token(code):
                return device
    return None


def is_shown_by(user: Somebody, code: str) -> bool:
    """Whether the user's phone shows this code now."""
    return bool(code) and phone_showing(user, code) is not None
