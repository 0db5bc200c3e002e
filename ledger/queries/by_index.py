"""Reads that go by an index in its order, whatever the statistics say of some table or account.

The planner knows accounts and tables by the average: for one with a hundred times as much it would
sort all to give a page, and for one with next to nothing it would read everything.
"""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from cardroom.log.rows import Row, rows

_BY_INDEX: Final = """
SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)
"""


def by_index(statement: str, parameters: Mapping[str, object]) -> list[Row]:
    """The rows of one statement, planned like that; nothing after it is."""
    with transaction.atomic():
        rows(_BY_INDEX, {})
        found = rows(statement, parameters)
        transaction.set_rollback(True)  # of the settings: there is nothing else
    return found
