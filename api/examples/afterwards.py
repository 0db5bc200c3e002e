"""What comes afterwards: a round that the floor settles, one reported late, and corrections."""

from typing import Final

from api.examples.telling import Example, Told, event_id, instant

_FLOOR: Final = {"authorised_by": "floor-7"}
_SUPERVISOR: Final = {"authorised_by": "sup-1"}
_SEAT_6_TAKEN: Final = event_id(9)


def _whole(first: int, *told: tuple[str, Example]) -> list[Example]:
    """A whole round given at once; the first number is that of its first instant."""
    return [
        {"type": name, "occurred_at": instant(number), "data": data}
        for number, (name, data) in enumerate(told, start=first)
    ]


_ROUND_2: Final = _whole(
    61,
    ("round.opened", {"player_dealer_seat": 6, "wager_cents": 50_000}),
    ("wager.placed", {"seat": 2, "kind": "game", "amount_cents": 2_000}),
    ("fee.collected", {"seat": 6, "role": "player_dealer", "amount_cents": 200}),
    ("fee.collected", {"seat": 2, "role": "player", "amount_cents": 100}),
    ("card.dealt", {"to": "seat", "seat": 2, "hand": 1, "card": "8D", "face": "up"}),
    ("card.dealt", {"to": "player_dealer", "card": "7H", "face": "up"}),
    ("card.dealt", {"to": "seat", "seat": 2, "hand": 1, "card": "TD", "face": "up"}),
    ("card.dealt", {"to": "player_dealer", "card": None, "face": "down"}),
    ("decision.made", {"seat": 2, "action": "stand"}),
    ("card.revealed", {"index": 2, "card": "TH"}),
    ("round.completed", {}),
)
_ROUND_3: Final = _whole(
    84,
    ("round.opened", {"player_dealer_seat": 6, "wager_cents": 50_000}),
    ("wager.placed", {"seat": 2, "kind": "game", "amount_cents": 1_000}),
    ("card.dealt", {"to": "seat", "seat": 2, "hand": 1, "card": "AC", "face": "up"}),
    ("round.voided", {"reason": "a card was seen too early", **_FLOOR}),
)

# Round 3 is missing, and the floor ends round 4; both come from the table.
LATER: Final[tuple[Told, ...]] = (
    ("table.opened", None, {"offering": "NB40-A", "gaming_day": "2026-11-28"}),
    ("shoe.loaded", None, {"decks": 6}),
    ("seat.taken", None, {"seat": 2, "player": "P-1001", "kind": "patron"}),
    (
        "seat.taken",
        None,
        {"seat": 6, "player": "P-1003", "kind": "tppps", "tppps": "KN", "badge": "KN-11"},
    ),
    ("round.opened", 4, {"player_dealer_seat": 6, "wager_cents": 50_000}),
    ("wager.placed", 4, {"seat": 2, "kind": "game", "amount_cents": 2_000}),
    ("card.dealt", 4, {"to": "seat", "seat": 2, "hand": 1, "card": "9S", "face": "up"}),
    (
        "round.settled_by_floor",
        4,
        {
            "lines": [
                {
                    "seat": 2,
                    "hand": 1,
                    "player": "P-1001",
                    "kind": "game",
                    "stake_cents": 2_000,
                    "result": "push",
                    "paid_cents": 0,
                    "collected_cents": 0,
                    "returned_cents": 2_000,
                }
            ],
            "reason": "the shoe jammed, all agreed to a push",
            "code": "123456",
            **_FLOOR,
        },
    ),
    (
        "round.reported_late",
        None,
        {
            "round": 3,
            "seats": [
                {"seat": 2, "player": "P-1001", "kind": "patron"},
                {"seat": 6, "player": "P-1003", "kind": "tppps", "tppps": "KN", "badge": "KN-11"},
            ],
            "events": _ROUND_3,
        },
    ),
    ("table.closed", None, {"reason": "the shoe is repaired", "last_round": 4}),
)

# What a supervisor sends, with a key of scope `cage`.
CORRECTIONS: Final[tuple[Told, ...]] = (
    (
        "round.corrected",
        None,
        {
            "round": 2,
            "events": _ROUND_2,
            "reason": "the cameras show that it was played to its end",
            **_SUPERVISOR,
        },
    ),
    (
        "event.corrected",
        None,
        {
            "event": _SEAT_6_TAKEN,
            "data": {
                "seat": 6,
                "player": "P-1003",
                "kind": "tppps",
                "tppps": "KN",
                "badge": "KN-12",
            },
            "reason": "the other badge",
            **_SUPERVISOR,
        },
    ),
    ("round.voided", 4, {"reason": "a stake was disputed", **_SUPERVISOR}),
)
