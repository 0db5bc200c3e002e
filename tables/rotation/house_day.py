"""A house's gaming day: its tables one by one, and the banking pattern over some days (R11)."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import rows
from tables import history
from tables.rotation import spans
from tables.rotation.references import References
from tables.rotation.table_day import of_table
from tables.rounds.rotation.days import TableDay
from tables.rules.rotation import findings, verdict
from tables.rules.rotation.findings import Finding, Place
from tables.rules.rotation.profiles import DEFAULT, judging
from tables.rules.rotation.two_hands import r11
from tables.rules.rotation.verdict import Verdict

_TABLES: Final = history.stream_of("")
_HELD: Final = """
SELECT r.player_dealer, r.holder, count(*)
FROM tables_roundrow r JOIN tables_tablerow t USING (stream_id, generation)
WHERE r.stream_id = %(stream_id)b AND r.number >= %(low)b::integer
    AND r.gaming_day >= %(since)b AND r.gaming_day <= %(until)b AND r.phase = 'settled'
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
    found = [of_table(head, day, references) for head in heads]
    tables = tuple(each for each in found if each is not None)
    own = (finding for each in tables for finding in each.findings)
    return HouseDay(
        house=house,
        gaming_day=day,
        verdict=verdict.of_house(each.verdict for each in tables),
        findings=(*own, *_pattern(heads, day)),
        tables=tables,
    )


def _pattern(heads: list[Head], day: date) -> Iterator[Finding]:
    """Patrons who held the position often, over the days that the profile looks back."""
    for profile in judging(DEFAULT, day):
        since = day - timedelta(days=profile.settings.pattern_days - 1)
        hands, total = Counter[str](), 0
        for head in heads:
            for player, holder, count in _held(head, since, day):
                total += count
                hands[player] += count if player == holder else 0
        for player, breach in r11(hands, total, profile.settings).items():
            yield findings.found("R11", breach, profile, Place(holder=player, day=day))


def _held(head: Head, since: date, day: date) -> list[tuple[str, str, int]]:
    """Hands by player-dealer and holder, of one table."""
    first = spans.first_from(head, since)
    if first is None:
        return []
    wanted = {"stream_id": head.stream_id, "low": first.round, "since": since, "until": day}
    return [(player, holder, count) for player, holder, count in rows(_HELD, wanted)]
