"""Journals for tests of the ledger, over events that stand in the log."""

import json
from datetime import date
from typing import Final

from msgspec import structs

from cardroom.log import store as log
from cardroom.log.rows import rows
from ledger import cage, store
from ledger.rules import posting
from ledger.rules.posting import Posting
from ledger.store import Sourced
from tests.recorded import DAY, HOUSE, STREAM, append, events

TABLE: Final = "T01"


def a_move(giver: str, receiver: str, cents: int, *, line: str = "1", kind: str = "fee") -> Posting:
    """Money that goes from one account to another."""
    return Posting(kind=kind, line=line, entries=posting.moved(giver, receiver, cents))


def post(*postings: Posting, stream: str = STREAM, house: str = HOUSE, day: date = DAY) -> int:
    """Record an event and post its journals as services do; the event's position."""
    with log.recording():
        head = log.lock(house, stream)
        (position,) = append(head, events(1))
        store.post(
            house, [Sourced(head.stream_id, position, TABLE, day, each) for each in postings]
        )
    return position


def close_event(day: date, house: str = HOUSE) -> tuple[int, int]:
    """Record an event that closes a day; its stream and position."""
    (event,) = events(1)
    body = json.dumps({"data": {"gaming_day": str(day)}}).encode()
    with log.recording():
        head = log.lock(house, cage.stream_of(house))
        closing = structs.replace(event, type="day.closed", body=body)
        (position,) = append(head, [closing])
    return head.stream_id, position


def balances(house: str = HOUSE) -> dict[str, int]:
    """What every account received less what it gave, by its running balance."""
    found = rows(
        "SELECT code, sum(received_cents - given_cents)::bigint FROM ledger_balance"
        " JOIN ledger_account a ON a.id = account_id WHERE house = %(house)b GROUP BY code",
        {"house": house},
    )
    return dict(found)


def summed(house: str = HOUSE) -> dict[str, int]:
    """The same by the entries."""
    found = rows(
        "SELECT code, sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END)::bigint"
        " FROM ledger_entry JOIN ledger_account a ON a.id = account_id"
        " WHERE house = %(house)b GROUP BY code",
        {"house": house},
    )
    return dict(found)
