"""Where a variance of the fees lies: wager by wager, round by round."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardroom.pages.reconcile.figures import Figure, known, moved, signed, variance
from cardroom.texts import counted
from ledger.rules.reconciliation import FeeItem, RoundFigures
from ledger.views.reconciliation import ReconciliationView

CODES: Final = {
    "missing_fee": "fee missing",
    "wrong_fee": "wrong fee",
    "unexpected_fee": "fee not owed",
    "late_fee": "taken after the first card",
    "no_tier": "no tier holds the wager",
    "no_first_card": "no card was dealt",
    "other_box": "lies in another box",
    "in_play": "still in play",
}


class ItemRow(NamedTuple):
    """A wager that is off."""

    item: FeeItem
    who: str
    money: tuple[Figure, ...]
    said: str


class RoundRow(NamedTuple):
    """A round, what it adds, and what is wrong with its fees."""

    round: RoundFigures
    figures: tuple[Figure, ...]
    said: str


def item_row(item: FeeItem) -> ItemRow:
    """A wager that is off, as a row."""
    return ItemRow(
        item=item,
        who="player-dealer" if item.role == "player_dealer" else f"seat {item.seat}",
        money=(
            known(item.assessed_cents, otherwise="no tier"),
            moved(-item.waived_cents),
            known(item.collected_cents),
            variance(item.difference_cents, "neg"),
        ),
        said=_said(item),
    )


def _said(item: FeeItem) -> str:
    if item.other_since is None:
        return CODES[item.code]
    other = f"since {item.other_since:,}" if item.other_since else "that nobody announced"
    return f"{CODES[item.code]}: money of it lies in the box {other}"


def round_rows(found: Iterable[RoundFigures]) -> list[RoundRow]:
    """Rounds of a box period."""
    return [
        RoundRow(
            round=one,
            figures=(
                known(one.assessed_cents),
                moved(-one.waived_cents),
                moved(one.corrections_cents),
                known(one.expected_cents),
                known(one.collected_cents),
                variance(one.assess_variance_cents, "neg"),
            ),
            said=", ".join(
                f"{item_row(item).who} {signed(item.difference_cents)}: {_said(item)}"
                for item in one.items
            ),
        )
        for one in found
    ]


def where_fees(box: ReconciliationView) -> str:
    """In how many of its rounds the fees are off."""
    rounds = len({item.round for item in box.exceptions or ()})
    if not rounds:
        return f"Of {counted(box.rounds or 0, 'round')} each fee is the one that was owed."
    return f"In {rounds:,} of {counted(box.rounds or 0, 'round')}."
