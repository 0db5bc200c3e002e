"""What the form of an action asks for: why, who signs by which code, and what it was decided on."""

from typing import Final, NamedTuple
from uuid import UUID, uuid4

from django.http import HttpRequest

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.pages.words import sentence
from cardroom.staff.members import member_of
from cardroom.staff.phones import is_shown_by
from cardroom.texts import unseen_in

NO_REASON: Final = "Say why: the reason stands in the record."
NO_CODE: Final = "Type the one-time code that your phone shows now; it confirms that it is you."
LONGEST: Final = 500  # of a reason in the house's history
TOO_LONG: Final = f"A reason is one line of at most {LONGEST} characters."
WRONG_CODE: Final = (
    "That isn't the code that your phone shows now; each is good for half a minute, and once."
)


class Asked(NamedTuple):
    """A form of `admin/confirm.html`; its id and instant make a repeated form the same event."""

    what: str
    reason: str
    code: str
    id: str
    at: str
    seen: str


def asked(request: HttpRequest, *, seen: str) -> Asked:
    """What a request asks for; `seen` is what a page that is opened now shows."""
    form = request.POST
    return Asked(
        what=form.get("do", ""),
        reason=form.get("reason", "").strip(),
        code=form.get("code", "").replace(" ", ""),
        id=_id(form.get("id", "")),
        at=form.get("at") or clock.now().isoformat(),
        seen=form.get("seen") or seen,
    )


def needs_code(request: HttpRequest) -> bool:
    """Whether a one-time code must confirm an action: everywhere but in the demo."""
    member = member_of(request.user)
    return member is None or member.needs_code


def reason_fault(form: Asked, no_reason: str = NO_REASON) -> str:
    """Why a reason can't stand in the record; empty if it can."""
    if not form.reason:
        return no_reason
    unseen = unseen_in(form.reason)
    return sentence(unseen) if unseen else ""


def line_fault(form: Asked) -> str:
    """The same where it is one line: of what is changed of the house; a missing one is none yet."""
    said = reason_fault(form) if form.reason else ""
    is_line = len(form.reason) <= LONGEST and form.reason.isprintable()
    return said or ("" if is_line else TOO_LONG)


def fault(request: HttpRequest, form: Asked, *, does: bool, no_reason: str = NO_REASON) -> str:
    """Why it can't be asked for like this; empty if it can. Only what is done needs the code."""
    said = reason_fault(form, no_reason)
    return said or (NO_CODE if does and needs_code(request) and not form.code else "")


def check_code(request: HttpRequest, form: Asked) -> None:
    """Whether the code is of the visitor's phone, before a service that takes no code itself.

    A code that was typed must be right, also where none is needed. It is used up first, for the
    service commits by itself: what it would refuse is seen in the preview. Raises RuleViolation.
    """
    if (needs_code(request) or form.code) and not is_shown_by(request.user, form.code):
        raise RuleViolation(WRONG_CODE, pointer="/code", rule="authorisation")


def _id(said: str) -> str:
    try:
        return str(UUID(said))
    except ValueError:
        return str(uuid4())
