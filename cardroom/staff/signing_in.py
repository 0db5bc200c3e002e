"""Signing in: name, password and the phone's code in one form, answered with one sentence."""

from typing import Any, Final

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError

from cardroom.staff.members import member_of
from cardroom.staff.phones import phone_showing

# The same for whatever was wrong, so that nobody learns a password by trying codes.
REFUSAL: Final = (
    "Name, password and code don't fit together. Type all three anew; a code is good for half a"
    " minute, and once. After a wrong code the next is taken only after a moment."
)


class SignInForm(AdminAuthenticationForm):
    """Django's form, and the code of the person's phone."""

    username = UsernameField(
        label="Name",
        max_length=150,
        widget=forms.TextInput({"autofocus": True, "autocomplete": "username"}),
    )
    code = forms.CharField(
        label="Code",
        required=False,
        max_length=8,
        widget=forms.TextInput({"autocomplete": "one-time-code", "inputmode": "numeric"}),
        help_text="Six digits from the app on your phone; the demo's people need none.",
    )

    def clean(self) -> dict[str, Any]:
        """Refuse whoever isn't of a house, or has no valid code."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError as error:
            raise ValidationError(REFUSAL, code="refused") from error
        user = self.get_user()
        if user is not None:  # or a field is missing, which is said beside it
            _check_code(user, cleaned.get("code", ""))
        return cleaned


def _check_code(user: Any, code: str) -> None:  # noqa: ANN401 - of whatever model users are
    """Mark the user as verified by the phone; the demo's people need none."""
    member = member_of(user)
    if member is not None and not member.needs_code:
        return
    if member is not None and (device := phone_showing(user, code)):
        user.otp_device = device
        return
    raise ValidationError(REFUSAL, code="refused")
