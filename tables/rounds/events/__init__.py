"""Events: every type that a table's history can hold, as a frozen type with a chosen name."""

from tables.rounds.events.at_table import (
    BoxChanged,
    CardBurned,
    DayAttested,
    DealerChanged,
    GameEnded,
    GameStarted,
    IncidentNoted,
    NoticeChecked,
    PlayerDealerOffered,
    PlayPaused,
    PlayResumed,
    SeatLeft,
    SeatTaken,
    ShoeLoaded,
    TableClosed,
    TableOpened,
)
from tables.rounds.events.by_service import (
    FeesAssessed,
    RoundSettled,
)
from tables.rounds.events.noted import (
    Irregularity,
    Noted,
    Override,
)
from tables.rounds.events.of_round import (
    ActionButtonPlaced,
    CardDealt,
    CardRevealed,
    DecisionMade,
    FeeCollected,
    FeeRefunded,
    FeeWaived,
    HoleCardChecked,
    PlayerDealerWagered,
    RoundCompleted,
    RoundOpened,
    RoundVoided,
    WagerAdded,
    WagerPlaced,
    WagerWithdrawn,
)
from tables.rounds.events.values import (
    Fact,
    OfRound,
    RoundNumber,
)

__all__ = [
    "ActionButtonPlaced",
    "AnyFact",
    "BoxChanged",
    "CardBurned",
    "CardDealt",
    "CardFact",
    "CardRevealed",
    "ClientFact",
    "DayAttested",
    "DealerChanged",
    "DecisionMade",
    "Fact",
    "FeeCollected",
    "FeeFact",
    "FeeRefunded",
    "FeeWaived",
    "FeesAssessed",
    "GameEnded",
    "GameStarted",
    "HoleCardChecked",
    "IncidentNoted",
    "Irregularity",
    "Noted",
    "NoticeChecked",
    "OfRound",
    "Override",
    "PlayFact",
    "PlayPaused",
    "PlayResumed",
    "PlayerDealerOffered",
    "PlayerDealerWagered",
    "RoundCompleted",
    "RoundFact",
    "RoundNumber",
    "RoundOpened",
    "RoundSettled",
    "RoundVoided",
    "SeatLeft",
    "SeatTaken",
    "ServiceFact",
    "ShoeLoaded",
    "TableClosed",
    "TableFact",
    "TableOpened",
    "WagerAdded",
    "WagerFact",
    "WagerPlaced",
    "WagerWithdrawn",
]

TableFact = (
    TableOpened
    | TableClosed
    | DayAttested
    | GameStarted
    | GameEnded
    | PlayPaused
    | PlayResumed
    | DealerChanged
    | SeatTaken
    | SeatLeft
    | NoticeChecked
    | ShoeLoaded
    | CardBurned
    | BoxChanged
    | PlayerDealerOffered
    | IncidentNoted
)
WagerFact = PlayerDealerWagered | WagerPlaced | WagerWithdrawn | WagerAdded
FeeFact = FeeCollected | FeeWaived | FeeRefunded
CardFact = CardDealt | CardRevealed | HoleCardChecked
# What needs the round to be open.
PlayFact = WagerFact | CardFact | DecisionMade | ActionButtonPlaced | RoundCompleted
ServiceFact = FeesAssessed | RoundSettled
RoundFact = RoundOpened | PlayFact | FeeFact | RoundVoided | ServiceFact
ClientFact = TableFact | RoundOpened | PlayFact | FeeFact | RoundVoided
AnyFact = ClientFact | ServiceFact
