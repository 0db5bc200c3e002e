"""P6: all of a day's reports, computed from stored data, beside one scan that counts its events.

What `integrity` says is verified before it is made: that is P5's affair, and no part of this.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from django.db import connection, connections

from cardroom import clock
from cardroom.reports import dataset, periods
from cardroom.reports.dataset import Stamp, digest_of
from cardroom.reports.kinds import KINDS, Kind
from cardroom.reports.periods import Period
from cardroom.reports.render import as_csv, as_pdf, as_xlsx
from cardroom.reports.render.printed import Printed
from tables.rotation import keeping
from tests.benchmarks import big_day, figures
from tests.benchmarks.alone import alone
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.posting import Size

_COUNT: Final = "SELECT count(*) FROM log_event WHERE house = %s AND gaming_day = %s"
_KIB: Final = 1024


class Told(NamedTuple):
    """Seconds of each block, what a report says, and the peak memory of its process, in MiB."""

    scans: list[float]
    reports: list[float]
    counted: int
    said: str
    before_mib: float
    made_mib: float
    rendered_mib: float


def p6(made: Installation, size: Size) -> Iterator[str]:
    """Each report by turns with the scan, in a process of its own; then all of them together."""
    started = monotonic()
    laid = big_day.play(made, size.rounds)
    took = monotonic() - started
    yield f"P6: {laid.rounds:,} rounds at {big_day.TABLES} tables, laid in {took:.0f} s"
    started = monotonic()
    keeping.keep_day(HOUSE, laid.day, clock.now())
    yield f"rotation kept, as workers do while the day goes on, in {monotonic() - started:.1f} s"
    connections.close_all()
    found: dict[str, Told] = {}
    for name in KINDS:
        told: Told = alone(__name__, "measure", name, laid.day, size.blocks)
        found[name] = told
        yield f"{name}: {told.said}"
        yield figures.line(name, [1000 * s for s in told.reports], "ms")
        yield figures.ratios_line(f"{name} / scan", told.reports, told.scans)
        memory = (told.before_mib, told.made_mib, told.rendered_mib)
        yield "peak memory: {:.0f} MiB before, {:.0f} made, {:.0f} rendered to all forms".format(
            *memory
        )
    scans = [s for told in found.values() for s in told.scans]
    events = found["fees"].counted
    yield figures.line(f"scan of {events:,} events", [1000 * s for s in scans], "ms")
    yield f"the scan is planned as: {_planned(laid.day)}"
    blocks = zip(*(told.reports for told in found.values()), strict=True)
    beside = zip(*(told.scans for told in found.values()), strict=True)
    scanned = [sum(block) / len(block) for block in beside]
    yield figures.at_most("P6", [sum(block) for block in blocks], scanned)


def measure(name: str, day: date, blocks: int) -> Told:
    """Scan and report by turns; the first turn only warms up."""
    kind = KINDS[name]
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
        content = _made(kind, period)
        reports.append(monotonic() - started)
    made = _peak_mib()
    said = _rendered(kind, content)
    connections.close_all()
    return Told(scans[1:], reports[1:], counted, said, before, made, _peak_mib())


def _planned(day: date) -> str:
    """What the yardstick does in the database, from the outermost step inwards."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON, COSTS OFF) {_COUNT}", [HOUSE, day])
        step = cursor.fetchone()[0][0]["Plan"]
    connections.close_all()
    steps = []
    while step:
        workers = step.get("Workers Planned")
        name = f"Parallel {step['Node Type']}" if step["Parallel Aware"] else step["Node Type"]
        steps.append(f"{name} of {workers} workers" if workers else name)
        (step,) = step.get("Plans", [None])
    return ", ".join(steps)


def _made(kind: Kind, period: Period) -> bytes:
    return dataset.canonical(kind.make(HOUSE, period, clock.now()))


def _rendered(kind: Kind, content: bytes) -> str:
    """Every form of it, and how long they are."""
    report = kind.read(content)
    stamp = Stamp(
        digest=digest_of(content), generated_at=clock.now(), revision=1, software_version="0"
    )
    printed = Printed(kind.lay_out(report), stamp, ())
    sizes = [f"JSON {len(content):,}"]
    for name, form in (("CSV", as_csv), ("XLSX", as_xlsx), ("PDF", as_pdf)):
        started = monotonic()
        rendered = form.render(printed)
        sizes.append(f"{name} {len(rendered):,} in {monotonic() - started:.2f} s")
    rounds = sum(one.rounds for one in report.tables)
    rows = sum(len(section.rows) for section in printed.document.sections)
    return f"{rounds:,} rounds, {rows:,} rows; bytes: {', '.join(sizes)}"


def _peak_mib() -> float:
    """Of this process alone: what the library tells is inherited by whoever is started."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
    return int(peak) / _KIB
