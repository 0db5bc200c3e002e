"""An evening at a table, as its table system tells it: two rounds, the second a misdeal."""

from typing import Final

from api.examples.telling import Told

_FLOOR: Final = {"authorised_by": "floor-7"}

EVENING: Final[tuple[Told, ...]] = (
    ("table.opened", None, {"offering": "NB40-A", "gaming_day": "2026-11-28"}),
    ("dealer.changed", None, {"dealer": "D-12"}),
    ("notice.checked", None, {"present": True, "checked_by": "floor-7"}),
    (
        "box.changed",
        None,
        {"purpose": "collection", "box_in": "BOX-100", "removed_by": "drop-1"},
    ),
    ("shoe.loaded", None, {"decks": 6}),
    ("card.burned", None, {"card": None}),
    ("seat.taken", None, {"seat": 2, "player": "P-1001", "kind": "patron"}),
    ("seat.taken", None, {"seat": 4, "player": "P-1002", "kind": "patron"}),
    (
        "seat.taken",
        None,
        {"seat": 6, "player": "P-1003", "kind": "tppps", "tppps": "KN", "badge": "KN-11"},
    ),
    ("seat.taken", None, {"seat": 8, "player": "P-1004", "kind": "patron"}),
    ("seat.left", None, {"seat": 8}),
    ("player_dealer.offered", None, {"seat": 6, "accepted": True}),
    # Round 1: wagers, a backline bettor, one side bet taken back, fees.
    ("round.opened", 1, {"player_dealer_seat": 6, "wager_cents": 50_000}),
    ("player_dealer.wagered", 1, {"wager_cents": 60_000}),
    ("wager.placed", 1, {"seat": 2, "kind": "game", "amount_cents": 2_000}),
    ("wager.placed", 1, {"seat": 2, "kind": "buster", "amount_cents": 500}),
    ("wager.placed", 1, {"seat": 4, "kind": "game", "amount_cents": 1_000}),
    (
        "wager.placed",
        1,
        {"seat": 4, "kind": "game", "amount_cents": 1_000, "player": "B-41", "backline": True},
    ),
    ("wager.placed", 1, {"seat": 4, "kind": "buster", "amount_cents": 500}),
    ("wager.withdrawn", 1, {"seat": 4, "kind": "buster"}),
    ("fee.collected", 1, {"seat": 6, "role": "player_dealer", "amount_cents": 200}),
    ("fee.collected", 1, {"seat": 2, "role": "player", "amount_cents": 100}),
    ("fee.collected", 1, {"seat": 4, "role": "player", "amount_cents": 100, "player": "B-41"}),
    (
        "fee.waived",
        1,
        {"seat": 4, "role": "player", "amount_cents": 100, "reason": "first hand", **_FLOOR},
    ),
    # The deal: seat 2 has 19, seat 4 has 11, the player-dealer shows an ace.
    ("card.dealt", 1, {"to": "seat", "seat": 2, "hand": 1, "card": "TS", "face": "up"}),
    ("card.dealt", 1, {"to": "seat", "seat": 4, "hand": 1, "card": "6H", "face": "up"}),
    ("card.dealt", 1, {"to": "player_dealer", "card": "AD", "face": "up"}),
    ("card.dealt", 1, {"to": "seat", "seat": 2, "hand": 1, "card": "9C", "face": "up"}),
    ("card.dealt", 1, {"to": "seat", "seat": 4, "hand": 1, "card": "5D", "face": "up"}),
    ("card.dealt", 1, {"to": "player_dealer", "card": None, "face": "down"}),
    # Seat 2 insures and stands; seat 4 doubles, and his backline bettor adds as much.
    ("decision.made", 1, {"seat": 2, "action": "insurance", "amount_cents": 1_000}),
    ("hole_card.checked", 1, {"natural": False}),
    ("decision.made", 1, {"seat": 2, "action": "stand"}),
    ("decision.made", 1, {"seat": 4, "hand": 1, "action": "double", "amount_cents": 1_000}),
    ("wager.added", 1, {"seat": 4, "hand": 1, "player": "B-41", "amount_cents": 1_000}),
    ("card.dealt", 1, {"to": "seat", "seat": 4, "hand": 1, "card": "TC", "face": "up"}),
    # Ace and six: a soft 17 draws, and makes 21.
    ("card.revealed", 1, {"index": 2, "card": "6C"}),
    ("action_button.placed", 1, {"seat": 4}),
    ("card.dealt", 1, {"to": "player_dealer", "card": "4S", "face": "up"}),
    ("round.completed", 1, {}),
    (
        "wager.paid",
        1,
        {
            "seat": 2,
            "hand": 1,
            "kind": "game",
            "player": "P-1001",
            "paid_cents": 0,
            "collected_cents": 2_000,
        },
    ),
    (
        "fee.refunded",
        1,
        {"seat": 2, "role": "player", "amount_cents": 100, "reason": "new player", **_FLOOR},
    ),
    ("incident.noted", None, {"text": "a drink was spilled at seat 2"}),
    # Round 2 is misdealt.
    ("round.opened", 2, {"player_dealer_seat": 6, "wager_cents": 50_000}),
    ("wager.placed", 2, {"seat": 2, "kind": "game", "amount_cents": 2_000}),
    ("card.dealt", 2, {"to": "seat", "seat": 2, "hand": 1, "card": "8D", "face": "up"}),
    ("round.voided", 2, {"reason": "a card fell to the floor", **_FLOOR}),
    ("play.paused", None, {"reason": "the table is wiped"}),
    ("play.resumed", None, {"reason": "the table is dry"}),
    ("game.ended", None, {"reason": "the shuffler is repaired"}),
    ("game.started", None, {"reason": "the shuffler runs again"}),
    ("day.attested", None, {"gaming_day": "2026-11-28", "last_round": 2, "rounds_dealt": 2}),
    ("table.closed", None, {"reason": "end of the evening", "last_round": 2}),
)
