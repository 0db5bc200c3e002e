"""A house's gaming day: its tables one by one, and what no table can tell alone (R7, R11)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from msgspec import Struct, structs

from cardroom.log import store
from cardroom.log.rows import rows
from tables import history
from tables.rotation import judged_rows
from tables.rotation.references import References
from tables.rotation.table_day import of_tables
from tables.rounds.rotation.days import TableDay
from tables.rules.rotation import findings, verdict
from tables.rules.rotation.findings import Finding, Place
from tables.rules.rotation.profiles import DEFAULT, judging
from tables.rules.rotation.stays import too_many
from tables.rules.rotation.two_hands import r11
from tables.rules.rotation.verdict import Verdict

_TABLES: Final = history.stream_of("")
_HELD: Final = """
SELECT r.player_dealer, r.holder, count(*)
FROM tables_roundrow r JOIN tables_tablerow t USING (stream_id, generation)
WHERE t.house = %(house)b::text AND r.gaming_day >= %(since)b AND r.gaming_day <= %(until)b
    AND r.phase = 'settled'
GROUP BY r.player_dealer, r.holder
"""


class HouseDay(Struct, frozen=True, kw_only=True):
    """What the rotation of a house's gaming day came to; `findings` have its tables' as well."""

    house: str
    gaming_day: date
    verdict: Verdict
    findings: tuple[Finding, ...]
    tables: tuple[TableDay, ...]


def of_house(house: str, day: date) -> HouseDay:
    """A gaming day of a house. Raises Missing when there is no such house."""
    references = References(house)
    heads = [head for head in store.streams(house) if head.stream.startswith(_TABLES)]
    known = judged_rows.of_day((head.stream_id for head in heads), day)
    found = list(of_tables(heads, day, references, known))
    crowded = list(_crowded(found, day, references))
    tables = tuple(_with(each, [f for f in crowded if f.table == each.table]) for each in found)
    own = (finding for each in tables for finding in each.findings)
    pattern = tuple(_pattern(house, day))
    return HouseDay(
        house=house,
        gaming_day=day,
        verdict=verdict.of_house((each.verdict for each in tables), pattern),
        findings=(*own, *pattern),
        tables=tables,
    )


def _with(table: TableDay, found: list[Finding]) -> TableDay:
    """A table's day with what shows only beside the other tables."""
    if not found:
        return table
    both = (*table.findings, *found)
    return structs.replace(table, findings=both, verdict=verdict.of_table(both, table.evidence))


def _crowded(tables: Iterable[TableDay], day: date, references: References) -> Iterator[Finding]:
    """Companies that came to a table while they were at as many as they may be (R7)."""
    stays = [stay for each in tables for stay in each.stays]
    for profile in judging(DEFAULT, day):
        for stay, breach in too_many(stays, references.most_tables, profile.settings):
            if stay.day == day and "R7" in profile.rules:
                place = Place(
                    table=stay.table,
                    holder=stay.company,
                    at=stay.since,
                    day=day,
                    positions=(stay.position,),
                )
                yield findings.found("R7", breach, profile, place)


def _pattern(house: str, day: date) -> Iterator[Finding]:
    """Patrons who held the position often, over the days that the profile looks back."""
    for profile in judging(DEFAULT, day):
        since = day - timedelta(days=profile.settings.pattern_days - 1)
        hands, total = Counter[str](), 0
        for player, holder, count in rows(_HELD, {"house": house, "since": since, "until": day}):
            total += count
            hands[player] += count if player == holder else 0
        for player, breach in sorted(r11(hands, total, profile.settings).items()):
            yield findings.found("R11", breach, profile, Place(holder=player, day=day))
