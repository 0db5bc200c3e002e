"""What lay on the table, hand by hand, with the cards drawn."""

from reportlab.lib.colors import black
from reportlab.platypus import Flowable, LongTable, TableStyle

from cardroom.money import dollars
from cardroom.reports.dispute import drawings
from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.letter import BOLD_TEXT, LINE, TEXT, TINT, paragraph
from cardroom.reports.render.type import FONT
from tables.rounds.replay import Picture
from tables.rounds.replay.picture import Bet, HandPicture, SeatPicture
from tables.rounds.replay.words import KINDS


def hands_table(drawn: Picture) -> Flowable:
    """Every hand with its cards, and what was wagered on it; the player-dealer's first."""
    widths = [40.0, 90.0, 36.0, 190.0, 110.0, WIDTH - 466.0]
    heads = [paragraph(head, BOLD_TEXT) for head in
             ("Seat", "Player", "Hand", "Cards", "Makes", "Wagers")]  # fmt: skip
    rows: list[list[object]] = [[*heads], _dealer(drawn)]
    rows += [_hand(seat, hand) for seat in drawn.seats for hand in seat.hands]
    look = TableStyle(
        [
            ("FONT", (0, 0), (-1, -1), FONT, 8),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ("BACKGROUND", (0, 0), (-1, 0), TINT),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, black),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
        ]
    )
    table = LongTable(rows, widths, repeatRows=1, style=look)
    table.hAlign = "LEFT"
    return table


def _hand(seat: SeatPicture, hand: HandPicture) -> list[object]:
    return [
        str(seat.seat),
        paragraph(seat.player, TEXT),
        str(hand.number) if len(seat.hands) > 1 else "",
        drawings.cards(hand.cards),
        paragraph(", ".join(filter(None, (hand.total, hand.state))), TEXT),
        paragraph("; ".join(_bets(seat, hand.number)), TEXT),
    ]


def _dealer(drawn: Picture) -> list[object]:
    held = [one.card for one in drawn.cards]
    makes = ", ".join(filter(None, (drawn.total, drawn.state)))
    return [
        str(drawn.player_dealer_seat),
        paragraph(f"{drawn.player_dealer}, player-dealer", BOLD_TEXT),
        "",
        drawings.cards(held),
        paragraph(makes, TEXT),
        paragraph(f"W {dollars(drawn.wager_cents)}{_button(drawn)}", TEXT),
    ]


def _button(drawn: Picture) -> str:
    return "" if drawn.button_seat is None else f"; action button on seat {drawn.button_seat}"


def _bets(seat: SeatPicture, hand: int) -> list[str]:
    """The stakes on a hand; with the first one, what lies in the circle beside hands."""
    found = [
        f"{_whose(seat, bet)}{dollars(cents)} game"
        for bet in seat.bets
        for number, cents in bet.stakes
        if number == hand
    ]
    if hand == 1:
        found += [
            f"{_whose(seat, bet)}{dollars(bet.amount_cents)} {KINDS[bet.kind]}"
            for bet in seat.bets
            if bet.kind != "game"
        ]
    return found


def _whose(seat: SeatPicture, bet: Bet) -> str:
    return "" if bet.player == seat.player else f"{bet.player}, backline: "
