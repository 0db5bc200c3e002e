"""The report `irregularities` laid out for reading."""

from collections.abc import Iterable, Mapping
from typing import Final

from cardroom.reports import heading
from cardroom.reports.document import Bar, Chart, Column, Document, Section
from cardroom.reports.irregularities.dataset import Irregularities
from cardroom.reports.tabular import cells, section
from cardroom.texts import counted

_MOST_BARS: Final = 24  # and one for all others
_TABLE: Final = Column("table", "Table")
_POSITION: Final = Column("position", "Event", "number")
_ROUND: Final = Column("round", "Round", "number")
_CODE: Final = Column("code", "Code")
_TYPE: Final = Column("type", "Kind of event")
_AUTHORITY: Final = (
    Column("authorised_by", "Authorised by"),
    Column("authorisation", "Authority"),
)
_DEALER: Final = Column("dealer", "Dealer", missing="nobody on record")
_ITEMS: Final = (
    _TABLE,
    _POSITION,
    Column("event", "In it", "number"),
    _CODE,
    Column("detail", "What was noted"),
    _ROUND,
    Column("at", "When", "instant"),
    _TYPE,
    _DEALER,
    *_AUTHORITY,
    Column("reason", "Reason"),
    Column("recorded_by", "Recorded by"),
)
_AUTHORISED: Final = (
    _TABLE,
    _POSITION,
    _ROUND,
    Column("at", "When", "instant"),
    _TYPE,
    _DEALER,
    *_AUTHORITY,
    Column("reason", "Reason"),
)
_COUNT: Final = Column("items", "Items", "number")
_CODES: Final = (_CODE, _COUNT, Column("tables", "Tables", "number"))
_DEALERS: Final = (_DEALER, _COUNT, Column("codes", "Of these"))
_AUTHORISERS: Final = (
    Column("authorised_by", "Authorised by"),
    Column("events", "Events", "number"),
    Column("claimed", "Claimed", "number"),
    Column("confirmed", "Confirmed by code", "number"),
    Column("types", "Of these"),
)


def lay_out(report: Irregularities) -> Document:
    """The document of the dataset."""
    return Document(
        title=report.title,
        subtitle=f"{report.house_name}, {heading.period(report)}",
        zone=report.zone,
        marks=tuple(heading.marks(report)),
        facts=(*heading.facts(report), *_facts(report)),
        charts=(_by_code(report), _by_dealer(report)),
        sections=tuple(_sections(report)),
    )


def _facts(report: Irregularities) -> Iterable[tuple[str, str]]:
    claimed = sum(one.claimed for one in report.by_authoriser)
    events = sum(one.events for one in report.by_authoriser)
    yield "Noted", f"{len(report.items):,}"
    yield (
        "On authority",
        f"{counted(events, 'event')}, {claimed:,} of them without a valid one-time code",
    )


def _sections(report: Irregularities) -> Iterable[Section]:
    yield section("by_code", "By code", _CODES, report.by_code)
    yield Section(
        name="by_dealer",
        title="By dealer",
        columns=_DEALERS,
        rows=tuple(cells(_DEALERS, one, {"codes": _listed(one.codes)}) for one in report.by_dealer),
    )
    yield Section(
        name="by_authoriser",
        title="By authoriser",
        columns=_AUTHORISERS,
        rows=tuple(
            cells(_AUTHORISERS, one, {"types": _listed(one.types)}) for one in report.by_authoriser
        ),
    )
    yield section("items", "Irregularities", _ITEMS, report.items, keys=4)
    yield section(
        "authorised",
        "On authority: events that nothing was noted of",
        _AUTHORISED,
        report.authorised,
        keys=2,
    )


def _listed(counts: Mapping[str, int]) -> str:
    """Names with how often, most first."""
    found = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {number}" for name, number in found)


def _by_code(report: Irregularities) -> Chart:
    bars = [(one.code, one.items) for one in report.by_code]
    return _chart("items_by_code", "Irregularities by code", bars)


def _by_dealer(report: Irregularities) -> Chart:
    bars = [(one.dealer or "nobody on record", one.items) for one in report.by_dealer]
    return _chart("items_by_dealer", "Irregularities by dealer", bars)


def _chart(name: str, title: str, found: list[tuple[str, int]]) -> Chart:
    """Those with most, and all others in one."""
    bars = [Bar(label, (number,)) for label, number in found[:_MOST_BARS]]
    others = found[_MOST_BARS:]
    if others:
        bars.append(Bar(counted(len(others), "other"), (sum(number for _, number in others),)))
    return Chart(name=name, title=title, series=("items",), bars=tuple(bars), form="number")
