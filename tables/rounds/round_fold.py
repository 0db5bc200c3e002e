"""The fold of one round: what each of its events makes of it. Dumb and total: no refusals."""

from collections.abc import Callable
from typing import assert_never, get_args

from msgspec import UNSET, structs

from tables.rounds import events as e
from tables.rounds.codec import Recorded, given_facts
from tables.rounds.fee_fold import Instead, fee, relaid
from tables.rounds.felt_fold import fold_card, fold_decision, fold_wager
from tables.rounds.state import Fee, Round
from tables.rules.felt import Felt
from tables.rules.offering import Offering

_ENDS = frozenset(get_args(e.EndFact))

# The offering of a version, with the rule set of a version.
Offerings = Callable[[int, int], Offering]


def fold_round(now: Round, event: Recorded, fact: e.AboutRound, offerings: Offerings) -> None:
    """What an event makes of its round."""
    now.last_position = event.position
    laid = now.fees
    if isinstance(fact, e.Reported):
        now.events.append(event)
        _fold_reported(now, event, fact)
    elif isinstance(fact, e.WholeRound):
        replay(now, whole(event, fact), offerings)
        _lay(now, laid, _instead(event), event.position)
    elif isinstance(fact, e.RoundRefolded):
        events = zip(now.events, fact.noted, strict=True)
        replay(now, [structs.replace(old, noted=noted) for old, noted in events], offerings)
        _lay(now, laid, fact.instead, event.position)
    else:
        _fold_decided(now, fact)


def _fold_decided(now: Round, fact: e.FeesAssessed | e.RoundSettled | e.RoundReversed) -> None:
    """What the service decided."""
    match fact:
        case e.FeesAssessed():
            now.assessed, now.first_assessed = fact, now.first_assessed or fact
        case e.RoundSettled():
            now.settlement = fact
        case e.RoundReversed(revision=revision):
            now.reversed_revision = revision
        case _:
            assert_never(fact)


def _fold_reported(now: Round, event: Recorded, fact: e.ReportedFact) -> None:
    """What the table reported."""
    match fact:
        case e.CardDealt() | e.CardRevealed() | e.HoleCardChecked():
            fold_card(now.felt, fact)
        case e.DecisionMade():
            fold_decision(now.felt, fact)
        case e.WagerPlaced() | e.WagerWithdrawn() | e.WagerAdded() | e.PlayerDealerWagered():
            fold_wager(now.felt, fact, named(event))
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded():
            now.fees.append(fee(now, event, fact, named(event)))
        case e.ActionButtonPlaced(seat=seat):
            now.felt.button_seat = seat
        case e.RoundSettledByFloor():
            now.floor = fact
        case e.RoundVoided():
            now.voided = True
            now.fees_go_back = event.noted.void_fee == "refunded"
        case e.WagerPaid():
            now.paid.append(fact)
        case e.RoundOpened() | e.RoundCompleted():
            pass  # the one made the round, the other asks for its settlement
        case _:
            assert_never(fact)
    if now.ended_position is None and type(fact) in _ENDS:
        now.ended_position = event.position


def whole(event: Recorded, fact: e.GivenFact) -> list[Recorded]:
    """The events of a whole round given at once, as if each had been recorded there."""
    return [
        Recorded(
            position=event.position,
            occurred_at=given.occurred_at,
            gaming_day=event.gaming_day,
            round=fact.round,
            fact=given_fact,
            noted=noted,
        )
        for given, given_fact, noted in zip(
            fact.events, given_facts(fact), event.noted.events, strict=True
        )
    ]


def replay(now: Round, events: list[Recorded], offerings: Offerings) -> None:
    """Make a round anew from other events; its day, revisions and payments go on."""
    fresh = from_events(events, offerings)
    fresh.first_position, fresh.last_position = now.first_position, now.last_position
    fresh.gaming_day, fresh.reversed_revision = now.gaming_day, now.reversed_revision
    fresh.assessed, fresh.first_assessed = now.assessed, now.first_assessed
    fresh.settlement, fresh.paid = now.settlement, now.paid
    fresh.late = now.late
    fresh.ended_position = now.ended_position or fresh.ended_position
    for name in Round.__struct_fields__:
        setattr(now, name, getattr(fresh, name))


def begun(event: Recorded, offerings: Offerings) -> Round:
    """The round that an event begins: its opening, or the report of a whole round."""
    if not isinstance(event.fact, e.RoundReportedLate):
        return from_events([event], offerings)
    found = from_events(whole(event, event.fact), offerings)
    found.late = event.fact.seats
    _lay(found, [], _instead(event), event.position)
    return found


def _lay(now: Round, before: list[Fee], instead: Instead, position: int) -> None:
    """Fee money where it lies, once the round was made anew."""
    now.fees = relaid(before, now.fees, instead, position=position)


def _instead(event: Recorded) -> Instead:
    noted = event.noted.instead
    return {} if noted is UNSET else noted


def from_events(events: list[Recorded], offerings: Offerings) -> Round:
    """A round from its events, the first of which opens it."""
    first, *rest = events
    found = new_round(first, bound_offering(first, offerings))
    found.events.append(first)
    for event in rest:
        if isinstance(event.fact, e.CardBurned):
            found.events.append(event)
        elif isinstance(event.fact, e.OfRound):
            fold_round(found, event, event.fact, offerings)
    return found


def new_round(event: Recorded, offering: Offering) -> Round:
    """A round as `round.opened` begins it; the record names the player-dealer and his company."""
    fact = event.fact
    if not isinstance(fact, e.RoundOpened):
        raise TypeError(f"position {event.position} doesn't open a round")
    player = named(event)
    return Round(
        number=event.round or 0,
        gaming_day=event.gaming_day,
        opened_at=event.occurred_at,
        holder=player if event.noted.holder is UNSET else event.noted.holder,
        first_position=event.position,
        last_position=event.position,
        boxes={} if event.noted.boxes is UNSET else dict(event.noted.boxes),
        felt=Felt(
            offering=offering,
            player_dealer_seat=fact.player_dealer_seat,
            player_dealer=player,
            wager_cents=fact.wager_cents,
        ),
    )


def bound_offering(event: Recorded, offerings: Offerings) -> Offering:
    """The offering and rule set that `round.opened` was recorded under."""
    noted = event.noted
    if noted.offering_version is UNSET or noted.ruleset_version is UNSET:
        raise LookupError(f"position {event.position} names no offering version")
    return offerings(noted.offering_version, noted.ruleset_version)


def named(event: Recorded) -> str:
    """The player that the record names where the event left him out."""
    given: str | None = getattr(event.fact, "player", None)
    if given is not None:
        return given
    return "" if event.noted.player is UNSET else event.noted.player
