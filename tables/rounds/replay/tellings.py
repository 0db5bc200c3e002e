"""Tellings: each event of a round in a plain sentence, as of the table that it left."""

from typing import Final, assert_never

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.replay import words
from tables.rounds.replay.words import money, place
from tables.rounds.round_fold import named
from tables.rounds.state import Round
from tables.rules import hands, procedure
from tables.rules.felt import Felt

Told = e.AboutRound | e.CardBurned | e.IncidentNoted

_FEES: Final = {e.FeeCollected: "collected from", e.FeeWaived: "waived for"}


def telling(now: Round, record: Recorded, fact: Told) -> str:
    """The event in a sentence; `now` is the round behind it."""
    return words.sentence(_telling(now, record, fact))


def _telling(now: Round, record: Recorded, fact: Told) -> str:
    felt = now.felt
    match fact:
        case e.RoundOpened():
            return (
                f"round {now.number} opens; {named(record)} at seat {fact.player_dealer_seat} is"
                f" the player-dealer and wagers W = {money(fact.wager_cents)}"
            )
        case e.PlayerDealerWagered() | e.WagerPlaced() | e.WagerWithdrawn() | e.WagerAdded():
            return _wager(felt, fact, named(record))
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded():
            return _fee(fact, named(record))
        case e.CardDealt() | e.CardRevealed() | e.HoleCardChecked():
            return _card(felt, fact)
        case e.DecisionMade():
            return _decision(felt, fact)
        case e.ActionButtonPlaced(seat=seat):
            return _button(felt, seat)
        case e.FeesAssessed() | e.RoundSettled() | e.RoundReversed() | e.RoundRefolded():
            return _by_service(fact)
        case e.CardBurned(card=card):
            return "a card is burned" if card is None else f"the {words.card(card)} is burned"
        case e.IncidentNoted(text=text):
            return f"noted: {text}"
        case _:
            return _ending(now, fact)


def _ending(
    now: Round,
    fact: e.RoundCompleted | e.RoundSettledByFloor | e.RoundVoided | e.WagerPaid | e.WholeRound,
) -> str:
    """What ends a round, and what is said of it afterwards."""
    match fact:
        case e.RoundCompleted():
            return "the round is completed and its settlement asked for"
        case e.RoundSettledByFloor():
            return f"{fact.authorised_by} settles the round by hand: {fact.reason}"
        case e.RoundVoided():
            fees = "fees go back too" if now.fees_go_back else "fees stay"
            return (
                f"{fact.authorised_by} voids the round: {words.sentence(fact.reason)}"
                f" Every wager is returned, {fees}"
            )
        case e.WagerPaid():
            hand = "" if fact.hand is None else f", hand {fact.hand}"
            return (
                f"what moved at seat {fact.seat}{hand}, {words.KINDS[fact.kind]} of {fact.player}:"
                f" {money(fact.paid_cents)} paid, {money(fact.collected_cents)} collected"
            )
        case e.RoundCorrected():
            return f"{fact.authorised_by} corrects the round: {fact.reason}"
        case _:
            return "the round, which was missing, is reported all at once"


def _wager(felt: Felt, fact: e.WagerFact, player: str) -> str:
    match fact:
        case e.PlayerDealerWagered(wager_cents=wager_cents):
            return f"the player-dealer's wager W is {money(wager_cents)} now"
        case e.WagerPlaced(seat=seat, amount_cents=amount_cents):
            if fact.backline:
                return f"{player} wagers {money(amount_cents)} behind seat {seat}, backline"
            kind = words.KINDS[fact.kind]
            return f"{player} wagers {money(amount_cents)} on {_on(kind)} at seat {seat}"
        case e.WagerWithdrawn(seat=seat):
            return f"{player} takes the {words.KINDS[fact.kind]} wager at seat {seat} back"
        case e.WagerAdded(seat=seat, hand=hand):
            doubled = felt.circles[seat].hands[hand - 1].doubled
            on = "the double of" if doubled else "the split, on"
            return f"{player} adds {money(fact.amount_cents)} to {on} {place(felt, seat, hand)}"
        case _:
            assert_never(fact)


def _on(kind: str) -> str:
    return "the game" if kind == "game" else kind


def _fee(fact: e.FeeFact, player: str) -> str:
    """Money into, out of, or not into a box."""
    what = _FEES.get(type(fact), "refunded to")
    purpose = "" if fact.purpose == "collection" else f" ({fact.purpose})"
    role = ", the player-dealer" if fact.role == "player_dealer" else ""
    text = f"fee of {money(fact.amount_cents)}{purpose} {what} {player}{role} at seat {fact.seat}"
    if isinstance(fact, e.FeeCollected):
        return text
    return f"{text} by {fact.authorised_by}: {fact.reason}"


def _card(felt: Felt, fact: e.CardFact) -> str:
    match fact:
        case e.CardDealt(to="player_dealer", card=card):
            return f"the player-dealer is dealt {_shown(card, _dealer(felt))}"
        case e.CardDealt(card=card):
            seat, number = fact.seat or 0, fact.hand or 0
            hand = felt.circles[seat].hands[number - 1]
            total = words.hand_total(felt, hand) if hand.known else ""
            return f"{place(felt, seat, number)} is dealt {_shown(card, total)}"
        case e.CardRevealed(index=index, card=card):
            which = "the hole card" if index == hands.OPENING_CARDS else "the first card"
            return f"the player-dealer turns up {which}, {_shown(card, _dealer(felt))}"
        case e.HoleCardChecked(natural=natural):
            found = "a natural" if natural else "no natural"
            return f"the hole card is checked and stays down: {found}"
        case _:
            assert_never(fact)


def _dealer(felt: Felt) -> str:
    return words.dealer_total(felt) if felt.known_dealer_cards else ""


def _shown(card: str | None, total: str) -> str:
    """A card, and what the hand makes with it."""
    return "a card face down" if card is None else f"the {words.card(card)}: {total}"


def _decision(felt: Felt, fact: e.DecisionMade) -> str:
    circle, amount = felt.circles[fact.seat], money(fact.amount_cents or 0)
    hand = circle.hands[fact.hand - 1]
    where, total = place(felt, fact.seat, fact.hand), words.hand_total(felt, hand)
    match fact.action:
        case "hit":
            return f"{where} hits {total}"
        case "stand":
            return f"{where} stands on {total}"
        case "surrender":
            return f"{where} surrenders {total}"
        case "double":
            return f"{where} doubles {total} with {amount}"
        case "split":
            return f"seat {fact.seat} splits with {amount}; hand {len(circle.hands)} is new"
        case "insurance":
            return f"{fact.player or circle.player} insures seat {fact.seat} with {amount}"
        case _:
            assert_never(fact.action)


def _button(felt: Felt, seat: int) -> str:
    computed = procedure.button_seat(felt)
    if computed == seat:
        return f"the action button is put before seat {seat}, as the hole card says"
    says = "no seat" if computed is None else f"seat {computed}"
    return f"the action button is put before seat {seat}; the hole card says {says}"


def _by_service(
    fact: e.FeesAssessed | e.RoundSettled | e.RoundReversed | e.RoundRefolded,
) -> str:
    match fact:
        case e.FeesAssessed():
            return _assessed(fact)
        case e.RoundSettled():
            paid = sum(line.paid_cents for line in fact.lines)
            collected = sum(line.collected_cents for line in fact.lines)
            return (
                f"settled, revision {fact.revision}: {money(paid)} paid, {money(collected)}"
                f" collected; the player-dealer is {words.net(fact.player_dealer_net_cents)}"
            )
        case e.RoundReversed(revision=revision):
            return f"what revision {revision} of the settlement moved goes back"
        case e.RoundRefolded():
            return "an event of the table was corrected, and this round with it"
        case _:
            assert_never(fact)


def _assessed(fact: e.FeesAssessed) -> str:
    """By revision, for a correction may change them."""
    lines = [
        f"{line.player} at seat {line.seat} "
        + ("has no tier" if line.fee_cents is None else money(line.fee_cents))
        for line in fact.lines
    ]
    return f"fees assessed, revision {fact.revision}: {words.listed(lines or ['none'])}"
