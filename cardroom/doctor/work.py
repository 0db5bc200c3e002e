"""The work of the calendar: what nobody does, and what was given up."""

from collections.abc import Iterator

from api.readiness import LONGEST_WAIT_S
from cardroom import clock
from cardroom.clockwork import KINDS
from cardroom.doctor.signs import Sign, wrong
from cardroom.due import queries
from cardroom.due.models import Row, Status


def waiting() -> Iterator[Sign]:
    """Work that has waited for a worker too long, and every piece that was given up."""
    now = clock.now()
    due = queries.waiting(now, KINDS.values())
    seconds = int((now - (due.neglected_since or now)).total_seconds())
    if seconds > LONGEST_WAIT_S:
        yield wrong(
            f"no worker does what is due: {due.rows} waiting, the first for {seconds} s",
            "start `manage.py up`, or its workers and beat, or run `manage.py run_due`",
        )
    for row in Row.objects.filter(status=Status.FAILED).order_by("due_at", "pk"):
        yield wrong(
            f"{row} was given up after {row.attempts} attempts: {row.error}",
            "mend the cause, then `manage.py run_due --failed`",
        )
