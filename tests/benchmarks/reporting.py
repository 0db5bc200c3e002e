"""P6: the day's fees report, computed from stored data, beside one scan that counts its events."""

from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage
from time import monotonic
from typing import Final, NamedTuple

import msgspec
from django.db import connection, connections

from cardroom import clock
from cardroom.days import calendars
from cardroom.reports import dataset, periods
from cardroom.reports.dataset import Stamp, digest_of
from cardroom.reports.fees.dataset import Fees
from cardroom.reports.kinds import FEES
from cardroom.reports.render import as_csv, as_pdf, as_xlsx
from cardroom.reports.render.printed import Printed
from tests.benchmarks import big_day, figures
from tests.benchmarks.alone import alone
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.posting import Size

_COUNT: Final = "SELECT count(*) FROM log_event WHERE house = %s AND gaming_day = %s"
_KIB: Final = 1024


class Told(NamedTuple):
    """Seconds of each block, what the report says, and the memory of the process, in MiB."""

    scans: list[float]
    reports: list[float]
    counted: int
    said: str
    before_mib: float
    made_mib: float
    rendered_mib: float


def p6(made: Installation, size: Size) -> Iterator[str]:
    """The report by turns with the scan, in a process of its own."""
    started = monotonic()
    played = big_day.play(made, size.rounds)
    yield f"P6: {played:,} rounds at {big_day.TABLES} tables, laid in {monotonic() - started:.0f} s"
    connections.close_all()
    told: Told = alone(__name__, "measure", size.blocks)
    yield f"{told.counted:,} events; {told.said}"
    yield figures.line("scan that counts (the yardstick)", [1000 * s for s in told.scans], "ms")
    yield figures.line("report", [1000 * s for s in told.reports], "ms")
    yield figures.at_most("P6", told.reports, told.scans)
    memory = (told.before_mib, told.made_mib, told.rendered_mib)
    yield "peak memory: {:.0f} MiB before, {:.0f} made, {:.0f} rendered to all forms".format(
        *memory
    )


def measure(blocks: int) -> Told:
    """Scan and report by turns; the first turn only warms up."""
    day = calendars.of(HOUSE).gaming_day(clock.now())
    period = periods.day(day.isoformat())
    scans, reports, content, counted = [], [], b"", 0
    before = _peak_mib()
    for _ in range(blocks + 1):
        started = monotonic()
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [HOUSE, day])
            (counted,) = cursor.fetchone()
        scans.append(monotonic() - started)
        started = monotonic()
        content = dataset.canonical(FEES.make(HOUSE, period, clock.now()))
        reports.append(monotonic() - started)
    made = _peak_mib()
    said = _rendered(content)
    connections.close_all()
    return Told(scans[1:], reports[1:], counted, said, before, made, _peak_mib())


def _rendered(content: bytes) -> str:
    """Every form of it, and how long they are."""
    report = msgspec.json.decode(content, type=Fees)
    stamp = Stamp(
        digest=digest_of(content), generated_at=clock.now(), revision=1, software_version="0"
    )
    printed = Printed(FEES.lay_out(report), stamp, ())
    sizes = [f"JSON {len(content):,}"]
    for name, form in (("CSV", as_csv), ("XLSX", as_xlsx), ("PDF", as_pdf)):
        started = monotonic()
        rendered = form.render(printed)
        sizes.append(f"{name} {len(rendered):,} in {monotonic() - started:.2f} s")
    rounds = sum(one.rounds for one in report.tables)
    figures_said = (
        f"{rounds:,} rounds, {len(report.rows)} boxes, {len(report.exceptions)} exceptions"
    )
    return f"{figures_said}; bytes: {', '.join(sizes)}"


def _peak_mib() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / _KIB
