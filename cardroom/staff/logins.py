"""Log-ins: given to people of the house, with a password and codes of a phone, and taken back."""

import secrets
from typing import Final

from axes.utils import reset
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from cardroom.errors import Malformed, Missing
from cardroom.house import totp
from cardroom.house.logins import login_of
from cardroom.house.models import House
from cardroom.staff.models import Member

_SECRET_BYTES: Final = 20  # as RFC 4226 recommends


def issue(*, house: str, person: str, password: str) -> str:
    """Give a person their log-in, or a new password and phone; the code's secret as a URI.

    The name is what the house file calls `login`, else the person's code. Raises Missing for
    nobody of this house, Malformed for a password that is easily guessed.
    """
    name = login_of(house, person) or person
    return _issue(house=house, person=person, name=name, password=password)


def issue_administrator(*, house: str, name: str, password: str) -> str:
    """Give somebody who is none of the house's people the log-in that sets up the house."""
    if not House.objects.filter(pk=house).exists():
        raise Missing(f"there is no house {house}")
    return _issue(house=house, person="", name=name, password=password)


def revoke(name: str) -> None:
    """Take a log-in back; whoever is signed in with it is signed out. Raises Missing."""
    if (
        not get_user_model()
        .objects.filter(username=name)
        .update(is_active=False, password=make_password(None))
    ):
        raise Missing(f"there is no log-in {name}")


def _issue(*, house: str, person: str, name: str, password: str) -> str:
    user_model = get_user_model()
    with transaction.atomic():
        user = user_model.objects.select_for_update().filter(username=name).first()
        user = user or user_model(username=name)
        _check_owner(user.pk, house, person, name)
        _check(password, user)
        user.is_staff = user.is_active = True
        user.set_password(password)
        user.save()
        Member.objects.update_or_create(
            user=user, defaults={"house_id": house, "person": person, "needs_code": True}
        )
        TOTPDevice.objects.filter(user=user).delete()
        reset(username=name)  # whoever was shut out by guesses at the former password
        key = secrets.token_bytes(_SECRET_BYTES)
        device = TOTPDevice.objects.create(user=user, name="phone", key=key.hex())
    return totp.uri(device.bin_key, issuer=f"{settings.OTP_TOTP_ISSUER} {house}", person=name)


def _check_owner(user: int | None, house: str, person: str, name: str) -> None:
    """A name is one person's for ever: nobody takes over another's log-in by it."""
    held = Member.objects.filter(user=user).first() if user else None
    if held is not None and (held.house_id, held.person) != (house, person):
        raise Malformed(f"the log-in {name} belongs to somebody else: {held}")


def _check(password: str, user: object) -> None:
    try:
        validate_password(password, user)  # type: ignore[arg-type]
    except ValidationError as error:
        raise Malformed(" ".join(error.messages)) from error
