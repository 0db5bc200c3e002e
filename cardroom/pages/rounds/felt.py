"""The table drawn: where each seat's plate, hands, cards and wagers stand, in the picture's units.

The house dealer stands at the top; seat 1 is at his left, numbers rise clockwise (G-16).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from cardroom.pages.rounds.cards import SMALL, WHOLE, CardAt, card_at, rank_of
from cardroom.pages.words import dollars
from tables.replays import RoundReplay
from tables.rounds.replay import Explained, Picture, Revision
from tables.rounds.replay.picture import Bet, HandPicture, SeatPicture
from tables.rounds.replay.words import KINDS

WIDTH: Final = 860
HEIGHT: Final = 436
_PLATE: Final = 100
_BLOCK: Final = 116
_IN_A_ROW: Final = 2  # hands of a seat, or stakes of a wager, that one line has room for
_BELOW_TWO_ROWS: Final = 103
_SIDES: Final = (1, 2, 7, 8)
_BESIDE: Final = 19  # letters of a line at a side
_MARK: Final = 13  # the action button's radius
# Left above of each seat's plate and of its block of hands.
_PLACES: Final = {
    1: ((752, 66), (630, 30)),
    2: ((740, 186), (618, 142)),
    3: ((605, 352), (597, 246)),
    4: ((455, 390), (447, 284)),
    5: ((305, 390), (297, 284)),
    6: ((155, 352), (147, 246)),
    7: ((20, 186), (126, 142)),
    8: ((8, 66), (114, 30)),
}


class HandAt(NamedTuple):
    """A hand: what it makes, above its cards."""

    x: float
    y: float
    said: str
    size: str
    cards: tuple[CardAt, ...]
    is_next: bool


class SeatAt(NamedTuple):
    """A seat's plate and what lies before it; `kind` is the plate's class."""

    seat: int
    x: int
    y: int
    width: int
    kind: str
    player: str
    below: str
    hands: tuple[HandAt, ...]
    bets: tuple[tuple[float, float, str], ...]
    has_button: bool

    @property
    def middle(self) -> float:
        """The middle of the plate."""
        return self.x + self.width / 2

    @property
    def lines(self) -> tuple[int, int]:
        """The lines that the name and what is below it stand on."""
        return self.y + 16, self.y + 31

    @property
    def mark(self) -> tuple[int, int, int]:
        """The middle of the action button, and the line of its word.

        It lies at the plate's corner, and lower where wagers lie above the plate.
        """
        y = self.y + 19 if self.y > HEIGHT / 2 else self.y
        return max(self.x, _MARK), y, y + 4


class TableAt(NamedTuple):
    """The whole picture, and in words for who doesn't see it."""

    seats: tuple[SeatAt, ...]
    cards: tuple[CardAt, ...]
    total: str
    total_x: float
    state: str
    wager: str
    wager_x: float
    button: str
    said: str


def table_at(
    read: RoundReplay, drawn: Picture, shown: Revision | None, changed: Collection[int]
) -> TableAt:
    """The table behind a step; with a settlement its results stand on the plates."""
    seats = read.told.now.felt.offering.rules.seats
    sitting = {one.seat: one.player for one in read.seated}
    lines = () if shown is None else shown.lines
    left = WIDTH / 2 - (len(drawn.cards) * 40 - 6) / 2
    return TableAt(
        seats=tuple(
            _seat(number, drawn, sitting, [one for one in lines if one.line.seat == number],
                  is_changed=number in changed)
            for number in range(1, min(seats, len(_PLACES)) + 1)
        ),
        cards=tuple(
            card_at(one.card, left + at * 40, 32, WHOLE, below=one.place)
            for at, one in enumerate(drawn.cards)
        ),
        total=drawn.total,
        total_x=left + len(drawn.cards) * 40 + 6,
        state=drawn.state,
        wager=f"W {dollars(drawn.wager_cents)}",
        wager_x=left - 12,
        button=_button(drawn),
        said=_said(read, drawn),
    )  # fmt: skip


def _button(drawn: Picture) -> str:
    hole = next((one.card for one in drawn.cards if one.place == "hole"), None)
    if drawn.button_seat is None or hole is None:
        return ""
    return f"hole card {rank_of(hole)}: action button on seat {drawn.button_seat}"


def _said(read: RoundReplay, drawn: Picture) -> str:
    """The picture in a few words."""
    cards = " ".join(one.card or "face down" for one in drawn.cards) or "no cards"
    return (
        f"Table {read.table}, {drawn.phase}. Player-dealer at seat {drawn.player_dealer_seat}:"
        f" {cards} {drawn.total}. The seats are listed below."
    )


def _seat(
    number: int,
    drawn: Picture,
    sitting: Mapping[int, str],
    lines: list[Explained],
    *,
    is_changed: bool,
) -> SeatAt:
    (x, y), block = _PLACES[number]
    found = next((one for one in drawn.seats if one.seat == number), None)
    player = found.player if found is not None else sitting.get(number, "")
    is_player_dealer = number == drawn.player_dealer_seat
    if is_player_dealer:
        player, below, kind = drawn.player_dealer, "player-dealer", "pdl"
    elif found is None:
        below, kind = ("no wager", "") if player else ("", "none")
    else:
        below, kind = _result(lines) or _turn(found), "chg" if is_changed else ""
    return SeatAt(
        seat=number,
        x=min(max(x - 10, 4), WIDTH - 124) if is_player_dealer else x,
        y=y,
        width=_PLATE + 20 if is_player_dealer else _PLATE,
        kind=kind,
        player=player or "empty",
        below=below,
        hands=() if found is None else tuple(_hands(found, block)),
        bets=() if found is None else tuple(_bets(found, block)),
        has_button=drawn.button_placed == number
        or (drawn.button_placed is None and drawn.button_seat == number),
    )


def _result(lines: list[Explained]) -> str:
    """What became of the seated player's hands."""
    own = [one for one in lines if one.line.kind == "game" and not one.line.backline]
    if not own:
        return ""
    first = own[0]
    text = f"{first.line.order}. {first.line.result.replace('_', ' ')}"
    more = f" +{len(own) - 1}" if len(own) > 1 else ""
    return f"{text}{', part' if first.is_cut else ''}{more}"


def _turn(found: SeatPicture) -> str:
    return "to act" if any(hand.is_next for hand in found.hands) else ""


def _hands(found: SeatPicture, block: tuple[int, int]) -> Iterator[HandAt]:
    """One hand large, up to four after splits small, two beside each other."""
    x, y = block
    if len(found.hands) == 1:
        yield _hand(found.hands[0], x, y, WHOLE, _BLOCK)
        return
    for at, hand in enumerate(found.hands):
        yield _hand(hand, x + at % 2 * 60, y + at // 2 * 46, SMALL, 56)


def _hand(hand: HandPicture, x: float, y: float, form: tuple[int, int, int], room: int) -> HandAt:
    width, _, moved = form
    more = len(hand.cards) - 1
    moved_by = min(moved, (room - width) / more) if more > 0 else 0
    is_small = form == SMALL
    return HandAt(
        x=x,
        y=y + 11,
        said=hand.total if not is_small else f"{hand.number}· {hand.total}",
        size="x11" if is_small else "x14",
        cards=tuple(
            card_at(card, x + at * moved_by, y + (14 if is_small else 16), form)
            for at, card in enumerate(hand.cards)
        ),
        is_next=hand.is_next,
    )


def _bets(found: SeatPicture, block: tuple[int, int]) -> Iterator[tuple[float, float, str]]:
    """The circle's own wagers in a line, and what others have behind it in the next."""
    x, y = block
    own = [bet for bet in found.bets if not bet.backline]
    others = [bet for bet in found.bets if bet.backline]
    said = _folded([_bet(bet) for bet in own], found)
    if others:
        cents = sum(bet.amount_cents for bet in others if bet.kind == "game")
        said.append(f"{len(others)} behind: {dollars(cents)}")
    if len(found.hands) > _IN_A_ROW:  # two rows of hands leave one line above the plate
        yield x, y + _BELOW_TWO_ROWS, " \N{MIDDLE DOT} ".join(said)
        return
    below = y + (76 if len(found.hands) == 1 else 58)
    for at, line in enumerate(said):
        yield x, below + 13 * at, line


def _folded(own: list[str], found: SeatPicture) -> list[str]:
    """The own wagers in a line, or in two at the sides, where little room is beside the plate."""
    whole = " + ".join(own)
    has_room = len(whole) <= _BESIDE or found.seat not in _SIDES
    if has_room or len(own) == 1 or len(found.hands) > _IN_A_ROW:
        return [whole]
    return [own[0], f"+ {' + '.join(own[1:])}"]


def _bet(bet: Bet) -> str:
    """`$60`, `$40 + $40` once doubled, of more `3 x $20` or `$90 in 4`, `$5 Buster`."""
    if bet.kind == "game":
        stakes = [cents for _, cents in bet.stakes] or [bet.amount_cents]
        if len(stakes) <= _IN_A_ROW:
            return " + ".join(map(dollars, stakes))
        if len(set(stakes)) == 1:
            return f"{len(stakes)} \N{MULTIPLICATION SIGN} {dollars(stakes[0])}"
        return f"{dollars(sum(stakes))} in {len(stakes)}"
    return f"{dollars(bet.amount_cents)} {KINDS[bet.kind]}"
