"""The folds: what each event makes of a table and its open round. Dumb and total: no refusals."""

from copy import deepcopy
from typing import Final, assert_never, get_args

from msgspec import UNSET

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Box, Seat, Shoe
from tables.rounds.rotation import live
from tables.rounds.rotation.happenings import happened
from tables.rounds.round_fold import Offerings, bound_offering, fold_round, new_round
from tables.rounds.state import Round, Table

# What may make a hand count that didn't, or not count that did.
_ANEW: Final = frozenset(get_args(e.RoundVoided | e.GivenFact | e.RoundRefolded))
_STANDS: Final = tuple(name for name in e.TableRefolded.__struct_fields__ if name != "rotation")
_OUTSIDE_OF_THE_CLOCK: Final = frozenset(get_args(e.CorrectionFact | e.ServiceFact))
# A tuple is asked several times as fast as a union that is made on the way.
_ABOUT_A_ROUND: Final = (e.OfRound, e.WholeRound, e.RoundSettled)


def fold(table: Table, event: Recorded, offerings: Offerings) -> None:
    """Apply one event to a table and to its open round."""
    fact = event.fact
    if type(fact) not in _OUTSIDE_OF_THE_CLOCK:
        table.last_occurred_at = event.occurred_at
    if not isinstance(fact, _ABOUT_A_ROUND):
        fold_table(table, event, fact)
        if isinstance(fact, e.CardBurned) and table.round is not None and event.round is not None:
            table.round.events.append(event)
        return
    if isinstance(fact, e.RoundOpened):
        _open_round(table, event, offerings)
    elif isinstance(fact, e.RoundReportedLate):
        table.fill(fact.round)
    now = table.round
    if now is None or now.number != event.round:
        return  # a fee of a past round: its own round's affair
    _count_cards(table, now, fact)
    was_dealt = now.felt.dealt
    fold_round(now, event, fact, offerings)
    if now.felt.dealt != was_dealt or type(fact) in _ANEW:
        live.stands(table, now)
    if now.is_over:
        table.round = table.opening = None


def fold_table(
    table: Table, event: Recorded, fact: e.TableFact | e.EventCorrected | e.TableRefolded
) -> None:
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
            table.shoe = Shoe(decks, continuous, since=event.position)
        case e.CardBurned(card=card):
            if table.shoe is not None and card is not None:
                table.shoe.take(card)
        case e.BoxChanged():
            _change_box(table, fact, event.position)
        case e.TableRefolded():
            for name in _STANDS:
                setattr(table, name, deepcopy(getattr(fact, name)))
            live.refolded(table, fact.rotation)
        case e.DayAttested() | e.NoticeChecked() | e.PlayerDealerOffered() | e.IncidentNoted():
            pass  # the rotation remembers its own, the reports read these from the log
        case e.EventCorrected():
            pass  # the service's events behind it say what it changed
        case _:
            assert_never(fact)
    happened(table, event, fact)


def _open_table(table: Table, event: Recorded, fact: e.TableOpened) -> None:
    noted = event.noted
    table.is_open, table.game_runs, table.is_paused = True, True, False
    table.offering = fact.offering
    table.offering_version = 0 if noted.offering_version is UNSET else noted.offering_version
    table.ruleset_version = 0 if noted.ruleset_version is UNSET else noted.ruleset_version


def _change_box(table: Table, fact: e.BoxChanged, position: int) -> None:
    table.boxes.pop(fact.purpose, None)
    if fact.box_in is not None:
        table.boxes[fact.purpose] = Box(fact.box_in, position)


def _open_round(table: Table, event: Recorded, offerings: Offerings) -> None:
    table.round = new_round(event, bound_offering(event, offerings))
    number = table.round.number
    if number > table.last_round + 1:
        table.missing.append((table.last_round + 1, number - 1))
    table.last_round, table.gaming_day = number, event.gaming_day
    live.opened(table)
    if table.shoe is not None and table.shoe.continuous:
        table.shoe.out.clear()


def _count_cards(table: Table, now: Round, fact: e.AboutRound) -> None:
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
