"""Log-ins: given to people of the house, with a password and codes of a phone, and taken back."""

import re
import secrets
from typing import Final

from axes.utils import reset
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import Q
from django_otp.plugins.otp_totp.models import TOTPDevice

from cardroom import clock
from cardroom.errors import Malformed, Missing
from cardroom.house import houses, totp
from cardroom.house.document import CODE
from cardroom.house.history.facts import LOGIN_ISSUED, LOGIN_REVOKED, LoginIssued, LoginRevoked
from cardroom.house.history.recorder import OPERATOR, changing
from cardroom.house.logins import login_of
from cardroom.staff.models import Member
from cardroom.staff.names import check_free, check_nobodys

_SECRET_BYTES: Final = 20  # as RFC 4226 recommends
_NAME: Final = re.compile(CODE)


def issue(
    *, house: str, person: str, password: str, by: str = OPERATOR, reason: str | None = None
) -> str:
    """Give a person their log-in, or a new password and phone; the code's secret as a URI.

    The name is what the house file calls `login`, else the person's code. Raises Missing for
    nobody of this house, Malformed for a password that is easily guessed.
    """
    name = login_of(house, person) or person
    return _issue(house, person, name, password=password, by=by, reason=reason)


def issue_administrator(
    *, house: str, name: str, password: str, by: str = OPERATOR, reason: str | None = None
) -> str:
    """Give somebody who is none of the house's people the log-in that sets up the house.

    Their changes are recorded by that name, so it is one that nobody else's can be taken for.
    """
    houses.facts(house)
    if not _NAME.match(name) or name == OPERATOR:
        raise Malformed(
            "an administrator's log-in is letters, digits and . _ - , and not `operator`",
            pointer="/name",
        )
    check_free(name, house=house, person="")
    check_nobodys(name, house=house)
    return _issue(house, "", name, password=password, by=by, reason=reason)


def revoke(name: str, *, by: str = OPERATOR, reason: str | None = None) -> None:
    """Take a log-in back; whoever is signed in with it is signed out. Raises Missing."""
    member = Member.objects.filter(user__username=name).first()
    if member is None:
        raise Missing(f"there is no log-in {name}")
    now = clock.now()
    with changing(member.house_id, now=now, by=by, reason=reason) as record:
        user = get_user_model().objects.select_for_update().get(pk=member.pk)
        if not user.is_active:
            raise Missing(f"the log-in {name} was taken back already")
        user.is_active = False
        user.password = make_password(None)
        user.save(update_fields=["is_active", "password"])
        fact = LoginRevoked(
            row=user.pk,
            login=name,
            person=member.person or None,
            revoked_at=now,
            reason=record.reason,
        )
        record.add(LOGIN_REVOKED, fact)


def _issue(
    house: str, person: str, name: str, *, password: str, by: str, reason: str | None
) -> str:
    user_model = get_user_model()
    hashed = make_password(password)  # slow on purpose, so nobody is made to wait for it
    with changing(house, now=clock.now(), by=by, reason=reason) as record:
        check_free(name, house=house, person=person)
        held = Q(username=name)
        if person:  # whose name may be another by now
            held |= Q(member__house=house, member__person=person)
        user = user_model.objects.select_for_update(of=["self"]).filter(held).first()
        user = user or user_model()
        user.username = name
        _check(password, user)
        user.is_staff = user.is_active = True
        user.password = hashed
        user.save()
        Member.objects.update_or_create(
            user=user, defaults={"house_id": house, "person": person, "needs_code": True}
        )
        TOTPDevice.objects.filter(user=user).delete()
        reset(username=name)  # whoever was shut out by guesses at the former password
        key = secrets.token_bytes(_SECRET_BYTES)
        device = TOTPDevice.objects.create(user=user, name="phone", key=key.hex())
        fact = LoginIssued(row=device.pk, login=name, person=person or None, reason=record.reason)
        record.add(LOGIN_ISSUED, fact)
    return totp.uri(device.bin_key, issuer=f"{settings.OTP_TOTP_ISSUER} {house}", person=name)


def _check(password: str, user: object) -> None:
    try:
        validate_password(password, user)  # type: ignore[arg-type]
    except ValidationError as error:
        raise Malformed(" ".join(error.messages), pointer="/password") from error
