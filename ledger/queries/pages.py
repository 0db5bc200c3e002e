"""Pages of journals: for each way of asking the statement of those that are given, by an index."""

from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.errors import Malformed

_OF_HOUSE: Final = "SELECT id FROM ledger_journal j WHERE house = %(house)b::text{told}"
_OF_DAY: Final = f"{_OF_HOUSE} AND gaming_day = %(day)b::date"
_LATE: Final = "posted_on > gaming_day"  # few: sorted
_OF_TABLE: Final = f"{_OF_HOUSE} AND table_code = %(table)b::text"
_BY_ID: Final = "id > %(after)b::bigint ORDER BY id LIMIT %(limit)b::bigint"
_BY_TABLE: Final = """
(table_code, id) > (%(last_table)b::text, %(after)b::bigint)
ORDER BY table_code, id LIMIT %(limit)b::bigint
"""
# Days are skipped through; a comparison of (day, id) would have every table's journals read.
_BY_DAY: Final = """
gaming_day >= %(last_day)b::date AND (gaming_day > %(last_day)b::date OR id > %(after)b::bigint)
ORDER BY gaming_day, id LIMIT %(limit)b::bigint
"""
_BY_DAY_AND_TABLE: Final = """
(gaming_day, table_code, id) > (%(last_day)b::date, %(last_table)b::text, %(after)b::bigint)
ORDER BY gaming_day, table_code, id LIMIT %(limit)b::bigint
"""
_OF_ACCOUNT: Final = """
SELECT e.journal_id AS id FROM ledger_entry e JOIN ledger_journal j ON j.id = e.journal_id
WHERE e.account_id = (
    SELECT id FROM ledger_account WHERE house = %(house)b::text AND code = %(account)b::text
)
AND (e.posted_on, e.journal_id) > (%(last_posted)b::date, %(after)b::bigint)
{others}{{told}}
ORDER BY e.posted_on, e.journal_id LIMIT %(limit)b::bigint
"""
_OTHERS: Final = {
    "table": "AND j.table_code = %(table)b::text",
    "gaming_day": "AND j.gaming_day = %(day)b::date AND e.posted_on = ANY(%(posted)b::date[])",
}
_OF_ROUND: Final = {
    "round": "round = %(round)b::bigint",
    "gaming_day": "gaming_day = %(day)b::date",
    "account": """
    EXISTS (SELECT FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE e.journal_id = j.id AND a.house = j.house AND a.code = %(account)b::text)""",
}


class Wanted(Struct, frozen=True, kw_only=True):
    """Which journals; a round is one of a table's, late ones are of a closed gaming day."""

    table: str | None = None
    round: int | None = None
    gaming_day: date | None = None
    account: str | None = None
    is_late: bool = False

    def __post_init__(self) -> None:
        if self.round is not None and self.table is None:
            raise Malformed("query parameter `round` is a number at a table: give `table` as well")
        if self.account and self.table and not (self.round or self.gaming_day):
            raise Malformed("`account` and `table` together need `round` or `gaming_day` as well")

    def page(self) -> tuple[str, str]:
        """The statement of a page's journals, with a place for `told.clause`, and their order."""
        if self.round is not None:
            others = [said for name, said in _OF_ROUND.items() if getattr(self, name) is not None]
            return " AND ".join([_OF_TABLE, *others, _BY_ID]), "j.id"
        if self.account is not None:
            others = [said for name, said in _OTHERS.items() if getattr(self, name) is not None]
            return _OF_ACCOUNT.format(others="\n".join(others)), "j.posted_on, j.id"
        if self.gaming_day is None:
            if self.table is None:
                return f"{_OF_HOUSE} AND {_BY_DAY_AND_TABLE}", "j.gaming_day, j.table_code, j.id"
            return f"{_OF_TABLE} AND {_BY_DAY}", "j.gaming_day, j.id"
        if self.is_late:
            return f"{_OF_DAY} AND {_LATE} AND {_BY_ID}", "j.id"
        if self.table is None:
            return f"{_OF_DAY} AND {_BY_TABLE}", "j.table_code, j.id"
        return f"{_OF_DAY} AND table_code = %(table)b::text AND {_BY_ID}", "j.id"
