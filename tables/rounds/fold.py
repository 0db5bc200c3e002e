"""The folds: what each event makes of a table, and of a round. Dumb and total: no refusals."""

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.felt_fold import fold_card, fold_decision, fold_wager
from tables.rounds.state import Fee, Round, Run, Seat, Shoe, Table
from tables.rules.felt import Felt
from tables.rules.offering import Offering

# The offering of a version, with the rule set of a version.
Offerings = Callable[[int, int], Offering]


def fold(table: Table, event: Recorded, offerings: Offerings) -> None:
    """Apply one event to a table and to its open round."""
    fact = event.fact
    table.last_occurred_at = event.occurred_at
    if not isinstance(fact, e.OfRound | e.RoundSettled):
        fold_table(table, event, fact)
        return
    if isinstance(fact, e.RoundOpened):
        _open_round(table, event, fact, offerings)
    now = table.round
    if now is None or now.number != event.round:
        return  # a fee of a past round: its own round's affair
    _count_cards(table, now, fact)
    was_dealt = now.felt.dealt
    fold_round(now, event, fact)
    if now.felt.dealt and not was_dealt:
        _count_hand(table, now.holder)
    if now.is_over:
        table.round = None


def fold_table(table: Table, event: Recorded, fact: e.TableFact) -> None:
    """What a table event makes of the table."""
    match fact:
        case e.TableOpened():
            _open_table(table, event, fact)
        case e.TableClosed():
            table.is_open = table.game_runs = table.is_paused = False
            table.seats, table.shoe = {}, None
        case e.GameStarted() | e.GameEnded():
            table.game_runs = isinstance(fact, e.GameStarted)
        case e.PlayPaused() | e.PlayResumed():
            table.is_paused = isinstance(fact, e.PlayPaused)
        case e.DealerChanged(dealer=dealer):
            table.dealer = dealer
        case e.SeatTaken(seat=seat):
            table.seats[seat] = Seat(
                fact.player, fact.kind, fact.tppps, fact.badge, fact.unidentified
            )
        case e.SeatLeft(seat=seat):
            table.seats.pop(seat, None)
        case e.ShoeLoaded(decks=decks, continuous=continuous):
            table.shoe = Shoe(decks, continuous)
        case e.CardBurned(card=card):
            if table.shoe is not None and card is not None:
                table.shoe.take(card)
        case e.BoxChanged(purpose=purpose, box_in=box_in):
            table.boxes.pop(purpose, None)
            if box_in is not None:
                table.boxes[purpose] = box_in
        case e.DayAttested() | e.NoticeChecked() | e.PlayerDealerOffered() | e.IncidentNoted():
            pass  # the rotation and the reports read these from the log
        case _:
            assert_never(fact)


def fold_round(now: Round, event: Recorded, fact: e.RoundFact) -> None:
    """What an event makes of its round."""
    now.last_position = event.position
    match fact:
        case e.WagerPlaced() | e.WagerWithdrawn() | e.WagerAdded() | e.PlayerDealerWagered():
            fold_wager(now.felt, fact, _named(event))
        case e.CardDealt() | e.CardRevealed() | e.HoleCardChecked():
            fold_card(now.felt, fact)
        case e.DecisionMade():
            fold_decision(now.felt, fact)
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded():
            now.fees.append(_fee(fact, _named(event)))
        case e.ActionButtonPlaced(seat=seat):
            now.felt.button_seat = seat
        case e.RoundVoided():
            now.voided = True
        case e.FeesAssessed():
            now.assessed = fact
        case e.RoundSettled():
            now.settlement = fact
        case e.RoundOpened() | e.RoundCompleted():
            pass  # the one made the round, the other asks for its settlement
        case _:
            assert_never(fact)


def new_round(event: Recorded, fact: e.RoundOpened, offering: Offering) -> Round:
    """A round as `round.opened` begins it; the record names the player-dealer and his company."""
    player = _named(event)
    return Round(
        number=event.round or 0,
        gaming_day=event.gaming_day,
        opened_at=event.occurred_at,
        holder=player if event.noted.holder is UNSET else event.noted.holder,
        first_position=event.position,
        last_position=event.position,
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


def _open_table(table: Table, event: Recorded, fact: e.TableOpened) -> None:
    noted = event.noted
    table.is_open, table.game_runs, table.is_paused = True, True, False
    table.offering = fact.offering
    table.offering_version = 0 if noted.offering_version is UNSET else noted.offering_version
    table.ruleset_version = 0 if noted.ruleset_version is UNSET else noted.ruleset_version


def _open_round(table: Table, event: Recorded, fact: e.RoundOpened, offerings: Offerings) -> None:
    table.round = new_round(event, fact, bound_offering(event, offerings))
    number = table.round.number
    if number > table.last_round + 1:
        table.missing.append((table.last_round + 1, number - 1))
    table.last_round, table.gaming_day = number, event.gaming_day
    if table.shoe is not None and table.shoe.continuous:
        table.shoe.out.clear()


def _count_cards(table: Table, now: Round, fact: e.RoundFact) -> None:
    """Copies leave the shoe when they are seen; a second reveal replaces the card."""
    if table.shoe is None:
        table.shoe = Shoe(now.felt.offering.rules.decks, continuous=True)
    match fact:
        case e.CardDealt(card=card) if card is not None:
            table.shoe.take(card)
        case e.CardRevealed(index=index, card=card):
            before = now.felt.player_dealer_cards[index - 1]
            if before is not None:
                table.shoe.put_back(before)
            table.shoe.take(card)
        case _:
            pass


def _count_hand(table: Table, holder: str) -> None:
    """A hand counts for the rotation from its first card on (R1)."""
    if table.run is not None and table.run.holder == holder:
        table.run.hands += 1
    else:
        table.run = Run(holder, 1)


def _named(event: Recorded) -> str:
    """The player that the record names where the event left him out."""
    given: str | None = getattr(event.fact, "player", None)
    if given is not None:
        return given
    return "" if event.noted.player is UNSET else event.noted.player


_FEES = {e.FeeCollected: "collected", e.FeeWaived: "waived", e.FeeRefunded: "refunded"}


def _fee(fact: e.FeeFact, player: str) -> Fee:
    return Fee(_FEES[type(fact)], fact.seat, player, fact.role, fact.purpose, fact.amount_cents)
