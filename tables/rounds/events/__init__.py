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
    RoundRefolded,
    RoundReversed,
    RoundSettled,
    TableRefolded,
)
from tables.rounds.events.corrections import (
    EventCorrected,
    FloorLine,
    Given,
    LateSeat,
    RoundCorrected,
    RoundReportedLate,
    RoundSettledByFloor,
    WagerPaid,
    WholeRound,
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
    LAST_ROUND,
    WITH_AMOUNT,
    Action,
    Correcting,
    Face,
    Fact,
    OfRound,
    Reported,
    RoundNumber,
)

__all__ = [
    "LAST_ROUND",
    "WITH_AMOUNT",
    "AboutRound",
    "Action",
    "ActionButtonPlaced",
    "AnyFact",
    "BoxChanged",
    "CardBurned",
    "CardDealt",
    "CardFact",
    "CardRevealed",
    "ClientFact",
    "Correcting",
    "CorrectionFact",
    "DayAttested",
    "DealerChanged",
    "DecisionMade",
    "EndFact",
    "EventCorrected",
    "Face",
    "Fact",
    "FeeCollected",
    "FeeFact",
    "FeeRefunded",
    "FeeWaived",
    "FeesAssessed",
    "FloorLine",
    "GameEnded",
    "GameStarted",
    "Given",
    "GivenFact",
    "HoleCardChecked",
    "IncidentNoted",
    "Irregularity",
    "LateSeat",
    "LaterFact",
    "Noted",
    "NoticeChecked",
    "OfRound",
    "Override",
    "PlayFact",
    "PlayPaused",
    "PlayResumed",
    "PlayerDealerOffered",
    "PlayerDealerWagered",
    "Reported",
    "ReportedFact",
    "RoundCompleted",
    "RoundCorrected",
    "RoundFact",
    "RoundNumber",
    "RoundOpened",
    "RoundRefolded",
    "RoundReportedLate",
    "RoundReversed",
    "RoundSettled",
    "RoundSettledByFloor",
    "RoundVoided",
    "SeatLeft",
    "SeatTaken",
    "ServiceFact",
    "ShoeLoaded",
    "TableClosed",
    "TableFact",
    "TableOpened",
    "TableRefolded",
    "WagerAdded",
    "WagerFact",
    "WagerPaid",
    "WagerPlaced",
    "WagerWithdrawn",
    "WholeRound",
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
# Table events that are about a round, or about another event. Unions say to the type checker what
# all there is; at run time a base (`Correcting`, `WholeRound`, `Reported`) is asked for, ten times
# as fast where each event is.
GivenFact = RoundCorrected | RoundReportedLate
CorrectionFact = GivenFact | EventCorrected
WagerFact = PlayerDealerWagered | WagerPlaced | WagerWithdrawn | WagerAdded
FeeFact = FeeCollected | FeeWaived | FeeRefunded
CardFact = CardDealt | CardRevealed | HoleCardChecked
# What ends a round.
EndFact = RoundCompleted | RoundSettledByFloor | RoundVoided
# What needs the round to be open.
PlayFact = (
    WagerFact | CardFact | DecisionMade | ActionButtonPlaced | RoundCompleted | RoundSettledByFloor
)
# What may come after the round's end as well.
LaterFact = FeeFact | RoundVoided | WagerPaid
ServiceFact = FeesAssessed | RoundSettled | RoundReversed | RoundRefolded | TableRefolded
RoundFact = (
    RoundOpened | PlayFact | LaterFact | FeesAssessed | RoundSettled | RoundReversed | RoundRefolded
)
# What a table reports of a round, one event at a time.
ReportedFact = RoundOpened | PlayFact | LaterFact
ClientFact = TableFact | CorrectionFact | RoundOpened | PlayFact | LaterFact
AnyFact = ClientFact | ServiceFact
# What is about one round, whether its envelope or its data name it.
AboutRound = RoundFact | GivenFact
