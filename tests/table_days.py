"""One table's gaming day of the rotation, for tests that look at no other table."""

from datetime import date

from cardroom.log.records import Head
from tables import rotation
from tables.rotation.judged_rows import Row
from tables.rotation.references import References
from tables.rounds.rotation.days import TableDay


def of_table(
    head: Head, day: date, references: References, row: Row | None = None
) -> TableDay | None:
    """What it came to; None when the table had none. `row` is where to go on from."""
    known = {} if row is None else {head.stream_id: row}
    return next(rotation.of_tables([head], day, references, known), None)
