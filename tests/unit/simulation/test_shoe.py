"""The simulation's shoe: copies never run over, and a wish is only a wish."""

from collections import Counter
from random import Random

from cardroom.cards import DECK
from tables.simulation.shoe import Shoe, Want


def _loaded(*, decks: int) -> Shoe:
    shoe = Shoe(Random(7), decks=decks, continuous=False)  # noqa: S311 - play, no secret
    shoe.load()
    return shoe


def test_every_copy_comes_once() -> None:
    shoe = _loaded(decks=2)
    assert Counter(shoe.draw() for _ in range(104)) == Counter(DECK * 2)
    assert len(shoe) == 0


def test_a_wanted_card_comes_while_there_is_one_and_then_any_other() -> None:
    shoe = _loaded(decks=1)
    eights = [shoe.draw(Want("8")) for _ in range(5)]
    assert [card[0] for card in eights[:4]] == ["8"] * 4
    assert eights[4][0] != "8"


def test_a_wish_for_red_is_a_wish_for_suits() -> None:
    shoe = _loaded(decks=1)
    red_aces = {shoe.draw(Want("A", red=True)) for _ in range(2)}
    assert red_aces == {"AH", "AD"}
    assert all(shoe.draw(Want(red=True))[1] in "HD" for _ in range(24))
