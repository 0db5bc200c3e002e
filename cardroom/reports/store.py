"""Reports kept: made at one instant of the database, once for the same events, and read again."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from typing import Final

from django.db import connection, transaction
from django.db.models import Max, QuerySet
from msgspec import Struct

from cardroom.errors import Missing
from cardroom.log import store as log
from cardroom.reports import dataset
from cardroom.reports.changes import changes
from cardroom.reports.dataset import Stamp
from cardroom.reports.kinds import Kind, kind_of
from cardroom.reports.models import Report
from cardroom.reports.periods import Period
from cardroom.version import VERSION

# Whoever is stopped while he holds the lock loses his session, and with it the lock: be it inside
# the transaction or before it.
_STALLED: Final = "SET LOCAL idle_in_transaction_session_timeout = '2min'"
_STOPPED: Final = "SET idle_session_timeout = '2min'"
_FREE: Final = "RESET idle_session_timeout"


class Kept(Struct, frozen=True, kw_only=True):
    """One revision of a report as it is kept, but for its dataset."""

    id: int
    house: str
    kind: str
    period: str
    gaming_day: date | None
    revision: int
    generated_at: datetime
    software_version: str
    digest: str
    changes: tuple[str, ...]

    @property
    def stamp(self) -> Stamp:
        """What it is handed out with beside its dataset."""
        return Stamp(
            digest=self.digest,
            generated_at=self.generated_at,
            revision=self.revision,
            software_version=self.software_version,
        )

    @property
    def name(self) -> str:
        """The name of a file that holds it, without an ending."""
        return f"{self.kind}-{self.house}-{self.period}-r{self.revision}"


def make(
    house: str,
    kind: Kind,
    period: Period,
    *,
    now: Callable[[], datetime],
    finish: Callable[[], None] = lambda: None,
) -> Kept:
    """The report on what is recorded now: the kept revision, or the next one if that is outdated.

    `finish` runs in the transaction that keeps it. RuleViolation for a period that hasn't begun.
    """
    make_it = kind.prepare(house, period) if kind.prepare else kind.make
    with one_at_a_time(house, kind, period), _one_instant():
        made = make_it(house, period, now())
        content = dataset.canonical(made)
        last = latest(house, kind.name, str(period))
        former = content_of(last) if last else None
        if last is None or former != content:
            row = Report(
                house_id=house,
                kind=kind.name,
                period=str(period),
                gaming_day=period.gaming_day,
                revision=last.revision + 1 if last else 1,
                generated_at=now(),
                software_version=VERSION,
                changes=_changes(kind, former, content),
                dataset=content,
            )
            row.save(force_insert=True)
            last = _kept(row)
        finish()
    return last


def _changes(kind: Kind, former: bytes | None, content: bytes) -> list[str]:
    if former is None:
        return []
    before, after = (kind.lay_out(kind.read(one)) for one in (former, content))
    return list(changes(before, after))


@contextmanager
def one_at_a_time(house: str, kind: Kind, period: Period) -> Iterator[None]:
    """Whoever makes the same report meanwhile waits, and then finds it.

    The lock is the session's, taken before the transaction begins that reads at one instant: so
    that instant comes after whatever was kept before.
    """
    name = f"report {house} {kind.name} {period}"
    key = int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute(_STOPPED)
        cursor.execute("SELECT pg_advisory_lock(%s)", [key])
    try:
        yield
    finally:
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [key])
                cursor.execute(_FREE)


@contextmanager
def _one_instant() -> Iterator[None]:
    """One durable transaction that sees the database as it is at its beginning."""
    is_first = not connection.in_atomic_block
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            if is_first:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute(_STALLED)
        yield
        log.guard()


def latest(house: str, kind: str, period: str) -> Kept | None:
    """The newest revision of a report, None before the first."""
    found = _rows(house).filter(kind=kind, period=period)
    row = found.order_by("-revision").first()
    return None if row is None else _kept(row)


def newest(house: str, reports: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of the newest revisions, by kind and period; one question for all of them."""
    wanted = set(reports)
    if not wanted:
        return {}
    kinds, periods = {kind for kind, _ in wanted}, {period for _, period in wanted}
    found = Report.objects.filter(house=house, kind__in=kinds, period__in=periods)
    rows = found.values_list("kind", "period").annotate(Max("id")).order_by()
    return {(kind, period): last for kind, period, last in rows if (kind, period) in wanted}


def last_day(house: str, kind: str) -> date | None:
    """The newest gaming day of which a report of that kind is kept; None before the first."""
    found = Report.objects.filter(house=house, kind=kind, gaming_day__isnull=False)
    return found.order_by("-gaming_day").values_list("gaming_day", flat=True).first()


def revisions(house: str, kind: str, period: str) -> list[Kept]:
    """All revisions of a report, the newest first."""
    found = _rows(house).filter(kind=kind, period=period)
    return [_kept(row) for row in found.order_by("-revision")]


def one(house: str, number: int) -> Kept:
    """A kept report by its id. Raises Missing."""
    row = _rows(house).filter(pk=number).first()
    if row is None:
        raise Missing(f"house {house} has no report {number}")
    return _kept(row)


def listed(
    house: str,
    *,
    after: int,
    limit: int,
    kind: str | None = None,
    period: str | None = None,
) -> list[Kept]:
    """Kept reports in the order in which they were made."""
    found = _chosen(house, kind, period).filter(pk__gt=after)
    return [_kept(row) for row in found.order_by("pk")[:limit]]


def latest_of_all(
    house: str,
    *,
    before: int | None,
    limit: int,
    kind: str | None = None,
    period: str | None = None,
) -> list[Kept]:
    """Kept reports, what was made last first; before one of them by its id."""
    found = _chosen(house, kind, period)
    if before is not None:
        found = found.filter(pk__lt=before)
    return [_kept(row) for row in found.order_by("-pk")[:limit]]


def _chosen(house: str, kind: str | None, period: str | None) -> QuerySet[Report]:
    found = _rows(house)
    if kind is not None:
        found = found.filter(kind=kind_of(kind).name)
    return found if period is None else found.filter(period=period)


def content_of(kept: Kept) -> bytes:
    """The canonical JSON of its dataset."""
    return bytes(Report.objects.values_list("dataset", flat=True).get(pk=kept.id))


def _rows(house: str) -> QuerySet[Report]:
    """A house's reports; a dataset is read when somebody wants it."""
    return Report.objects.filter(house=house).defer("dataset")


def _kept(row: Report) -> Kept:
    return Kept(
        id=row.pk,
        house=row.house_id,
        kind=row.kind,
        period=row.period,
        gaming_day=row.gaming_day,
        revision=row.revision,
        generated_at=row.generated_at,
        software_version=row.software_version,
        digest=bytes(row.digest).hex(),
        changes=tuple(row.changes),
    )
