"""Wagering: W, game wagers, side bets, the backline, second thoughts, and the collection fees."""

from collections.abc import Iterator

from tables.simulation.round import Circle, Round
from tables.simulation.setting import Stake

_COMMON = (1, 1, 2, 2, 3, 4, 5, 6, 10, 20, 24, 48, 60)  # times the least wager
_PER_DECK = 52
_CARDS_OF_A_CIRCLE = 14


def amount_cents(round_: Round, kind: str, *, step: int = 1) -> int:
    """An amount inside the limits that is a multiple of the step."""
    least, most = round_.setting.rules.limits[kind]
    least = -(-least // step) * step
    if round_.chance(0.05):
        return round_.rng.randrange(least, most + 1, step)
    return min(least * round_.rng.choice(_COMMON), most // step * step)


def open_round(round_: Round) -> None:
    """Open the round with W, which may be changed once the wagers are down."""
    least, most = round_.setting.rules.limits["player_dealer"]
    times = round_.rng.choice((1, 2, 4, 10, 25, 50, 100, 200, 1000))
    round_.wager_cents = min(least * times, most)
    round_.tell(
        "round.opened",
        player_dealer_seat=round_.player_dealer_seat,
        wager_cents=round_.wager_cents,
    )


def place_wagers(round_: Round) -> None:
    """Everybody's wagers, at least one game wager among them."""
    for circle in _circles(round_):
        round_.circles[circle.seat] = circle
        _place(round_, circle, "game", circle.stake_cents)
        if not round_.fate.plain:
            _place_side_bets(round_, circle)
            _place_backline(round_, circle)
    _think_again(round_)
    if round_.fate.exact or round_.chance(0.3):
        _wager_again(round_)


def _circles(round_: Round) -> Iterator[Circle]:
    """Whose circles are wagered on: seated players', and empty seats' by players of other seats."""
    rules, step = round_.setting.rules, round_.setting.step_cents
    seated = round_.people.seated
    players = [seat for seat in sorted(seated) if seat != round_.player_dealer_seat]
    own = [seat for seat in players if round_.chance(0.85)] or players[:1]
    empty = [seat for seat in round_.people.free() if round_.chance(0.12)]
    most = 2 if round_.fate.few else rules.decks * _PER_DECK // _CARDS_OF_A_CIRCLE
    for seat in sorted([*own, *empty][:most]):
        of_seat = seat in seated
        player = seated[seat if of_seat else round_.rng.choice(players)].token
        yield Circle(seat, player, of_seat, amount_cents(round_, "game", step=step))


def _place(round_: Round, circle: Circle, kind: str, cents: int) -> None:
    naming = circle.naming()
    round_.tell("wager.placed", seat=circle.seat, kind=kind, amount_cents=cents, **naming)


def _place_side_bets(round_: Round, circle: Circle) -> None:
    for kind in round_.setting.rules.side_bets:
        if round_.chance(0.4):
            circle.side_bets[kind] = amount_cents(round_, kind)
            _place(round_, circle, kind, circle.side_bets[kind])


def _place_backline(round_: Round, circle: Circle) -> None:
    """People behind the seat, and now and then a player of another seat."""
    if "game" not in round_.setting.rules.backline_kinds:
        return
    bettors = [f"B-{circle.seat}{letter}" for letter in "abc" if round_.chance(0.2)]
    for seat, person in round_.people.seated.items():
        if round_.chance(0.02) and seat != round_.player_dealer_seat:
            bettors += [person.token] if person.token != circle.player else []
    for bettor in bettors:
        cents = amount_cents(round_, "game", step=round_.setting.step_cents)
        circle.backline[bettor] = cents
        round_.tell(
            "wager.placed",
            seat=circle.seat,
            kind="game",
            amount_cents=cents,
            player=bettor,
            backline=True,
        )


def _think_again(round_: Round) -> None:
    """Somebody takes a wager back before the first card; a side bet may then be made anew."""
    if not round_.chance(0.08):
        return
    circle = round_.rng.choice(list(round_.circles.values()))
    if circle.side_bets:
        kind = round_.rng.choice(list(circle.side_bets))
        round_.tell("wager.withdrawn", seat=circle.seat, kind=kind, **circle.naming())
        del circle.side_bets[kind]
        if round_.chance(0.5):
            circle.side_bets[kind] = amount_cents(round_, kind)
            _place(round_, circle, kind, circle.side_bets[kind])
    elif circle.backline:
        bettor = round_.rng.choice(list(circle.backline))
        round_.tell("wager.withdrawn", seat=circle.seat, kind="game", player=bettor)
        del circle.backline[bettor]
    elif len(round_.circles) > 1:
        round_.tell("wager.withdrawn", seat=circle.seat, kind="game", **circle.naming())
        del round_.circles[circle.seat]


def _wager_again(round_: Round) -> None:
    """W anew, often just what some of the wagers come to."""
    least, most = round_.setting.rules.limits["player_dealer"]
    dues = [stake.amount_cents for stake in stakes(round_)]
    some = sum(cents for cents in dues if round_.chance(0.6))
    round_.wager_cents = min(max(some, least), most)
    round_.tell("player_dealer.wagered", wager_cents=round_.wager_cents)


def stakes(round_: Round) -> list[Stake]:
    """Every wager that stands."""
    standing = []
    for circle in round_.circles.values():
        seat = circle.seat
        standing.append(Stake(seat, circle.player, "game", circle.stake_cents))
        standing += [Stake(seat, circle.player, *bet) for bet in circle.side_bets.items()]
        standing += [Stake(seat, who, "game", cents) for who, cents in circle.backline.items()]
    return standing


def collect_fees(round_: Round) -> None:
    """Every fee that the schedule asks for, once in a while waived by the floor."""
    seat = round_.player_dealer_seat
    holder = round_.people.seated[seat].token
    due = list(round_.setting.assess(stakes(round_), seat, holder))
    round_.rng.shuffle(due)
    for fee in due:
        if not fee.fee_cents:
            continue
        paying = {"seat": fee.seat, "role": fee.role, "player": fee.player}
        if round_.chance(0.01):
            floor = round_.setting.floor
            waiving = {"reason": "a promotion of the house", "authorised_by": floor}
            round_.tell("fee.waived", **paying, amount_cents=fee.fee_cents, **waiving)
        else:
            round_.tell("fee.collected", **paying, amount_cents=fee.fee_cents)
