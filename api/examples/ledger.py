"""Examples of what the ledger's paths answer."""

from typing import Any, Final

_STREAM: Final = {"stream": "table:T01", "table": "T01", "round": 17}

JOURNALS: Final[dict[str, Any]] = {
    "items": [
        {
            "cursor": "4702",
            **_STREAM,
            "position": 44,
            "kind": "fee_collected",
            "line": "6/P-1004/player/collection",
            "revision": None,
            "gaming_day": "2026-11-28",
            "posted_on": "2026-11-28",
            "entries": [
                {"account": "person:P-1004", "amount_cents": -100},
                {"account": "box:B-014:collection", "amount_cents": 100},
            ],
        },
        {
            "cursor": "4711",
            **_STREAM,
            "position": 97,
            "kind": "settlement",
            "line": "1/6/1/P-1004/game",
            "revision": 1,
            "gaming_day": "2026-11-28",
            "posted_on": "2026-11-28",
            "entries": [
                {"account": "person:P-1001", "amount_cents": -3750},
                {"account": "person:P-1004", "amount_cents": 3750},
            ],
        },
    ],
    "next_cursor": None,
}

STATEMENT: Final[dict[str, Any]] = {
    "player": "P-1004",
    "gaming_day": "2026-11-28",
    "opening_cents": 12000,
    "received_cents": 3750,
    "given_cents": 100,
    "closing_cents": 15650,
    "items": [
        {
            "cursor": "4702",
            **_STREAM,
            "position": 44,
            "kind": "fee_collected",
            "line": "6/P-1004/player/collection",
            "gaming_day": "2026-11-28",
            "amount_cents": -100,
        },
        {
            "cursor": "4711",
            **_STREAM,
            "position": 97,
            "kind": "settlement",
            "line": "1/6/1/P-1004/game",
            "gaming_day": "2026-11-28",
            "amount_cents": 3750,
        },
    ],
    "next_cursor": None,
}
