"""A change laid out: two revisions side by side, and the money of each person."""

from typing import Any

from cardroom.pages.rounds import rows
from tables.rounds.replay import Change, Replay


def side_by_side(told: Replay, change: Change) -> dict[str, Any]:
    """What a page shows of a change."""
    by_number = {one.number: one for one in told.revisions}
    return {
        "was": by_number.get(change.was or 0),
        "now": by_number.get(change.now or 0),
        "rows": rows.side_rows(change),
        "same": change.same,
        "cause": told.cause_of(change),
        "people": [
            (
                one.player,
                one.is_player_dealer,
                rows.signed(one.was_cents),
                rows.signed(one.now_cents),
                rows.signed(one.difference_cents),
            )
            for one in change.people
        ],
    }
