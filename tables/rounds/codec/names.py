"""Names of events: chosen words with a version, never class paths."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tables.rounds import events
from tables.rounds.events import AnyFact, ClientFact, ServiceFact

CLIENT_TYPES: Final[dict[str, type[ClientFact]]] = {
    "table.opened": events.TableOpened,
    "table.closed": events.TableClosed,
    "day.attested": events.DayAttested,
    "game.started": events.GameStarted,
    "game.ended": events.GameEnded,
    "play.paused": events.PlayPaused,
    "play.resumed": events.PlayResumed,
    "dealer.changed": events.DealerChanged,
    "seat.taken": events.SeatTaken,
    "seat.left": events.SeatLeft,
    "notice.checked": events.NoticeChecked,
    "shoe.loaded": events.ShoeLoaded,
    "card.burned": events.CardBurned,
    "box.changed": events.BoxChanged,
    "player_dealer.offered": events.PlayerDealerOffered,
    "incident.noted": events.IncidentNoted,
    "round.opened": events.RoundOpened,
    "player_dealer.wagered": events.PlayerDealerWagered,
    "wager.placed": events.WagerPlaced,
    "wager.withdrawn": events.WagerWithdrawn,
    "wager.added": events.WagerAdded,
    "fee.collected": events.FeeCollected,
    "fee.waived": events.FeeWaived,
    "fee.refunded": events.FeeRefunded,
    "card.dealt": events.CardDealt,
    "card.revealed": events.CardRevealed,
    "hole_card.checked": events.HoleCardChecked,
    "decision.made": events.DecisionMade,
    "action_button.placed": events.ActionButtonPlaced,
    "round.completed": events.RoundCompleted,
    "round.settled_by_floor": events.RoundSettledByFloor,
    "round.voided": events.RoundVoided,
    "wager.paid": events.WagerPaid,
    "round.corrected": events.RoundCorrected,
    "event.corrected": events.EventCorrected,
    "round.reported_late": events.RoundReportedLate,
}
# What a whole round that is given at once consists of: all that may carry its number until its end.
GIVEN_TYPES: Final = {
    name: fact
    for name, fact in CLIENT_TYPES.items()
    if fact.of_round is not False and fact is not events.WagerPaid
}
SERVICE_TYPES: Final[dict[str, type[ServiceFact]]] = {
    "fees.assessed": events.FeesAssessed,
    "round.settled": events.RoundSettled,
    "round.reversed": events.RoundReversed,
    "round.refolded": events.RoundRefolded,
    "table.refolded": events.TableRefolded,
}
TYPES: Final[dict[str, type[AnyFact]]] = {**CLIENT_TYPES, **SERVICE_TYPES}
NAMES: Final = {fact: name for name, fact in TYPES.items()}
VERSION: Final = 1

# Old data to the present form, by name and the version it was stored with.
UPCASTS: Final[Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}
