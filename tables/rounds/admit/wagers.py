"""Admission of wagers: who may bet what, where and when."""

from cardroom.errors import RuleViolation
from cardroom.money import dollars
from tables.rounds import events as e
from tables.rounds.admit.facts import Breaches
from tables.rounds.admit.places import check_seat, hand_at
from tables.rounds.state import Table
from tables.rules.felt import Circle, Felt, Hand, Wager
from tables.rules.offering import Offering


def circle_player(table: Table, felt: Felt, seat: int) -> str | None:
    """Whose circle it is in this round: who wagers there, else who sits there."""
    if seat in felt.circles:
        return felt.circles[seat].player
    return table.seats[seat].player if seat in table.seats else None


def placed(table: Table, felt: Felt, fact: e.WagerPlaced) -> Breaches:
    """A wager, before the first card; later only if the floor lets it stand."""
    offering = felt.offering
    check_seat(offering.rules, fact.seat)
    player = _bettor(table, felt, fact)
    if fact.seat == felt.player_dealer_seat or player == felt.player_dealer:
        raise RuleViolation("the player-dealer doesn't wager against himself", pointer="/data/seat")
    if fact.kind not in offering.rules.wager_kinds:
        raise _not_offered(offering, fact.kind)
    if fact.backline and fact.kind not in offering.rules.backline_kinds:
        raise RuleViolation(
            f"no backline on {fact.kind} wagers in {offering.rules.title}",
            pointer="/data/backline",
            rule="backline_kinds",
        )
    _check_order(felt.circles.get(fact.seat), fact, player)
    if fact.kind == "game":
        check_whole_cents(fact.amount_cents, offering.rules.whole_cents_step)
    breaches = limit(offering, fact.kind, fact.amount_cents)
    if felt.dealt:
        breaches.insert(0, ("late_wager", "the first card was dealt"))
    return breaches


def _bettor(table: Table, felt: Felt, fact: e.WagerPlaced) -> str:
    """Who bets: the seat's player, or in an unoccupied circle someone seated elsewhere (G-19)."""
    if fact.backline:
        if fact.player is None:
            raise RuleViolation("a backline wager names its `player`", pointer="/data/player")
        return fact.player
    seated = table.seats.get(fact.seat)
    if fact.player is None and seated is None:
        raise RuleViolation(
            f"nobody sits at seat {fact.seat}: name the `player`", pointer="/data/player"
        )
    player = fact.player or (seated.player if seated is not None else "")
    owner = circle_player(table, felt, fact.seat)
    if owner is not None and player != owner:
        raise RuleViolation(f"the circle of seat {fact.seat} is {owner}'s", pointer="/data/player")
    if owner is None and table.seat_of(player) is None:
        raise RuleViolation(f"{player} isn't seated at this table", pointer="/data/player")
    return player


def _check_order(circle: Circle | None, fact: e.WagerPlaced, player: str) -> None:
    """A game wager comes first, and each bettor has one wager of a kind (P-43, N-13)."""
    if circle is not None and circle.wager(player, fact.kind) is not None:
        raise RuleViolation(f"{player} has a {fact.kind} wager there already")
    if fact.backline and circle is None:
        raise RuleViolation("a backline wager needs a game wager before it in that circle")
    own = circle is not None and circle.wager(player, "game") is not None
    if fact.kind != "game" and not own:
        raise RuleViolation(f"{fact.kind} needs a game wager of the same bettor", rule="P-43")


def _not_offered(offering: Offering, kind: str) -> RuleViolation:
    return RuleViolation(
        f"{offering.rules.title} has no {kind} wager", pointer="/data/kind", rule="side_bets"
    )


def check_whole_cents(amount_cents: int, step: int) -> None:
    """RuleViolation for a stake whose payout would not be whole cents (G-17)."""
    if amount_cents % step:
        raise RuleViolation(
            f"a game wager is a multiple of {step} cents, or its payout isn't whole",
            pointer="/data/amount_cents",
            rule="G-17",
        )


def limit(offering: Offering, kind: str, amount_cents: int) -> Breaches:
    """Below the least or above the most of the offering."""
    least, most = offering.limit(kind)
    if least <= amount_cents <= most:
        return []
    return [("limit", f"{dollars(amount_cents)}; {kind} is {dollars(least)} to {dollars(most)}")]


def player_dealer_wagered(felt: Felt, fact: e.PlayerDealerWagered) -> Breaches:
    """W may change until the first card (G-12)."""
    if felt.dealt:
        raise RuleViolation("W is fixed from the first card on", rule="G-12")
    return limit(felt.offering, "player_dealer", fact.wager_cents)


def withdrawn(table: Table, felt: Felt, fact: e.WagerWithdrawn) -> Breaches:
    """A wager may be taken back until the first card, a game wager if nothing rests on it."""
    check_seat(felt.offering.rules, fact.seat)
    if felt.dealt:
        raise RuleViolation("no wager is withdrawn after the first card")
    circle = felt.circles.get(fact.seat)
    player = fact.player or circle_player(table, felt, fact.seat) or ""
    wager = None if circle is None else circle.wager(player, fact.kind)
    if circle is None or wager is None:
        raise RuleViolation(f"{player or 'nobody'} has no {fact.kind} wager at seat {fact.seat}")
    if is_under_another(circle, wager):
        raise RuleViolation("a side bet or backline wager rests on this game wager")
    return []


def is_under_another(circle: Circle, wager: Wager) -> bool:
    """Whether another needs this game wager: the bettor's side bets, under the first all others."""
    if wager.kind != "game":
        return False
    others = [other for other in circle.wagers if other is not wager]
    return any(other.player == wager.player or not wager.backline for other in others)


def added(felt: Felt, fact: e.WagerAdded) -> Breaches:
    """A backline bettor's addition to a double or a split (G-15)."""
    circle, hand = hand_at(felt, fact.seat, fact.hand)
    wager = circle.wager(fact.player, "game")
    if wager is None or not wager.backline:
        raise RuleViolation(f"{fact.player} has no backline wager there", rule="G-15")
    breaches = _added_stake(felt, hand, wager, fact.amount_cents)
    if not hand.open_addition:
        breaches.insert(0, ("late_wager", "that hand's next card was dealt"))
    return breaches


def _added_stake(felt: Felt, hand: Hand, wager: Wager, amount_cents: int) -> Breaches:
    """To a double on the hand itself, else to the split that made it, by a stake on its parent."""
    if hand.doubled:
        if hand.number not in wager.stakes:
            raise RuleViolation(f"{wager.player} has no stake on that hand", rule="G-15")
        if hand.number in wager.doubled_on:
            raise RuleViolation(f"{wager.player} added to that hand already", rule="G-15")
        return double_stake(felt.offering, wager.amount_cents, amount_cents)
    if not hand.parent or hand.parent not in wager.stakes:
        raise RuleViolation(f"{wager.player} has no stake on a hand that was split", rule="G-15")
    if hand.number in wager.stakes:
        raise RuleViolation(f"{wager.player} added to that hand already", rule="G-15")
    check_whole_cents(amount_cents, felt.offering.rules.split_cents_step)
    return split_stake(wager.amount_cents, amount_cents)


def double_stake(offering: Offering, original_cents: int, amount_cents: int) -> Breaches:
    """From the table's least to the original, or exactly the original (P-32, N-14, F-24)."""
    if offering.rules.double == "equal":
        if amount_cents != original_cents:
            return [("double_stake", f"a double is exactly {dollars(original_cents)}")]
        return []
    if amount_cents > original_cents:
        return [("double_stake", f"a double is at most {dollars(original_cents)}")]
    least = offering.limit("game").least_cents
    if amount_cents < least:
        return [("limit", f"a double is at least {dollars(least)}")]
    return []


def split_stake(original_cents: int, amount_cents: int) -> Breaches:
    """The stake of a split hand equals the original."""
    if amount_cents != original_cents:
        return [("split_stake", f"a split stake is {dollars(original_cents)}")]
    return []
