"""Making the dataset of the report `irregularities` of what was noted at tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from cardroom.reports import basis
from cardroom.reports.irregularities import reading
from cardroom.reports.irregularities.dataset import (
    AuthorisedEvent,
    AuthoriserCount,
    CodeCount,
    DealerCount,
    IrregularItem,
    Irregularities,
)
from cardroom.reports.irregularities.reading import Read
from cardroom.reports.periods import Period
from tables.blind import are_hidden
from tables.feeless import FEE, FEE_TYPES

KIND: Final = "irregularities"
TITLE: Final = "Irregularities"


def make(house: str, period: Period, now: datetime) -> Irregularities:
    """The report as what is recorded has it. RuleViolation for a period that hasn't begun."""
    head = basis.head(house, KIND, TITLE, period, now)
    found = list(reading.noted(house, period))
    items = [each for each in found if isinstance(each, IrregularItem)]
    return Irregularities(
        **head,
        items=tuple(items),
        authorised=tuple(each for each in found if isinstance(each, AuthorisedEvent)),
        by_code=tuple(_by_code(items)),
        by_dealer=tuple(_by_dealer(items)),
        by_authoriser=tuple(_by_authoriser(found)),
    )


def _by_code(items: Iterable[IrregularItem]) -> Iterable[CodeCount]:
    tables: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        tables[item.code][item.table] += 1
    for code, found in sorted(tables.items(), key=lambda pair: (-pair[1].total(), pair[0])):
        yield CodeCount(code=code, items=found.total(), tables=len(found))


def _by_dealer(items: Iterable[IrregularItem]) -> Iterable[DealerCount]:
    codes: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
    for item in items:
        codes[item.dealer][item.code] += 1
    for dealer, found in sorted(codes.items(), key=lambda pair: (-pair[1].total(), pair[0] or "")):
        yield DealerCount(dealer=dealer, items=found.total(), codes=dict(found))


def _by_authoriser(found: Iterable[Read]) -> Iterable[AuthoriserCount]:
    """Each event counts once, however much was noted of it."""
    events: defaultdict[str, dict[tuple[str, int, int | None], Read]] = defaultdict(dict)
    for each in found:
        if each.authorised_by is not None:
            number = each.event if isinstance(each, IrregularItem) else None
            events[each.authorised_by][each.table, each.position, number] = each
    for person, own in sorted(events.items()):
        how = Counter(each.authorisation for each in own.values())
        yield AuthoriserCount(
            authorised_by=person,
            events=len(own),
            claimed=how["claimed"],
            confirmed=how["confirmed"],
            types=dict(Counter(each.type for each in own.values())),
        )


def is_withheld(house: str, report: Irregularities) -> bool:
    """Whether it tells of fees in boxes that aren't counted at present."""
    found: tuple[Read, ...] = (*report.items, *report.authorised)
    of_fees = [
        each
        for each in found
        if (isinstance(each, IrregularItem) and each.code == FEE) or each.type in FEE_TYPES
    ]
    if any(each.round is None for each in of_fees):  # which a corrected seat brought up, in any
        return True
    return are_hidden(house, [(one.table, one.round or 0, one.position) for one in of_fees])
