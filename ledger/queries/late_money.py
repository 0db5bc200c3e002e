"""Late money: what was laid in a box because the one of its own round was counted already."""

from typing import Final

from cardroom.log.records import Head
from cardroom.log.rows import rows

# It is noted with the event that moved it, or with what that stands for now. The refolding that a
# batch brings behind its head is of the box as it is corrected.
_LIES: Final = """
SELECT EXISTS (
    SELECT FROM log_event WHERE stream_id = %(stream_id)b::bigint AND position > %(since)b::bigint
        AND (position <= %(until)b::bigint OR type <> 'round.refolded')
        AND jsonb_path_exists(payload, '$.*.instead.*.since ? (@ == $since)', %(vars)b::jsonb)
)
"""


def lies_in(head: Head, since: int) -> bool:
    """Whether any was laid in the box that was put on at a position of a table's stream."""
    wanted = {"stream_id": head.stream_id, "since": since, "until": head.position}
    ((found,),) = rows(_LIES, wanted | {"vars": f'{{"since": {since}}}'})
    return bool(found)
