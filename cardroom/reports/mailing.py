"""Reports by mail: to whom, what is said and attached, and when a server has accepted it.

With `integrity` goes a signed checkpoint, so that a copy of it is elsewhere once that is accepted.
A mail that was accepted in the very moment of a crash goes out again, under the same Message-ID.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from cardroom.log import checkpoints, signing
from cardroom.log.checkpoints import Checkpoint
from cardroom.reports import deliveries, render
from cardroom.reports.kinds import INTEGRITY, kind_of
from cardroom.reports.store import Kept, content_of

# What is attached: for reading, and for machines with the digest of it.
_FORMS: Final = ("pdf", "json")
_SEPARATOR: Final = ":"
_log = structlog.get_logger(__name__)


def recipients(house: str) -> list[str]:
    """Who gets a house's reports; nobody where no mail server is named."""
    if not settings.EMAIL_HOST:
        return []
    found = []
    for said in settings.REPORTS_MAIL_TO:
        whose, separator, address = said.rpartition(_SEPARATOR)
        if not separator or whose.strip() == house:
            found.append(address.strip())
    return [address for address in found if address]


def deliver(kept: Kept, *, now: Callable[[], datetime], finish: Callable[[], None]) -> None:
    """Send a revision unless it was accepted before; `finish` runs where that is noted.

    Who may be told of a report is not known of an address: one that is withheld from any key is
    only announced, and isn't delivered by that. Raises OSError when no server accepts it.
    """
    whom = recipients(kept.house)
    if not whom or deliveries.is_delivered(kept.id):
        with transaction.atomic(durable=True):
            finish()
        return
    checkpoint = None
    if kept.kind == INTEGRITY.name:
        checkpoint = checkpoints.make(kept.house, key=signing.signer(), now=now())
    kind = kind_of(kept.kind)
    is_withheld = kind.is_withheld(kept.house, kind.read(content_of(kept)))
    _message(kept, whom, checkpoint, is_withheld=is_withheld).send()
    with transaction.atomic(durable=True):
        if checkpoint is not None or not is_withheld:
            deliveries.add(kept.id, recipients=len(whom), checkpoint=checkpoint, now=now())
        finish()
    _log.info("mailed", report=kept.name, recipients=len(whom))


def _message(
    kept: Kept, whom: list[str], checkpoint: Checkpoint | None, *, is_withheld: bool
) -> EmailMessage:
    """The mail of a revision."""
    kind, content = kind_of(kept.kind), content_of(kept)
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    message = EmailMessage(
        subject=f"{kind.title}, {kept.house} {kept.period}, revision {kept.revision}",
        body="\n".join(_lines(kept, content, checkpoint, is_withheld=is_withheld)),
        to=whom,
        headers={"Message-ID": f"<{kept.id}.{kept.name}@{domain}>"},
        connection=get_connection("django.core.mail.backends.smtp.EmailBackend"),
    )
    if not is_withheld:
        for form in map(render.form_of, _FORMS):
            made = form.render(kept, content)
            message.attach(f"{kept.name}.{form.name}", made, form.media_type)
    if checkpoint is not None:
        said = checkpoints.written(checkpoint).encode()
        name = f"checkpoint-{kept.house}-{checkpoint.cursor}.json"
        message.attach(name, said, "application/json")
        key = signing.public_pem(signing.signer().public_key()).encode()
        message.attach("cardroom.pem", key, "application/x-pem-file")
    return message


def _lines(
    kept: Kept, content: bytes, checkpoint: Checkpoint | None, *, is_withheld: bool
) -> Iterator[str]:
    """What stands first in the report, and how to check it."""
    kind = kind_of(kept.kind)
    document = kind.lay_out(kind.read(content))
    yield from (document.title, document.subtitle, "", *document.marks, "")
    if is_withheld:
        yield "It tells what boxes that aren't counted yet hold, or may: an auditor's key reads it."
    else:
        yield f"Revision {kept.revision}, SHA-256 {kept.digest}"
        if kept.changes:
            yield from ("", f"Changed since revision {kept.revision - 1}:", *kept.changes)
    if checkpoint is not None:
        yield from (
            "",
            f"The checkpoint says where the feed stood ({checkpoint.cursor:,}). Keep it, and the",
            "key, where the database's people can't reach them; they are checked with:",
            "manage.py verify --checkpoint FILE --public-key cardroom.pem",
        )
    yield ""
