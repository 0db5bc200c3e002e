"""Places that must exist before anything can happen there: seats, and the hands on them."""

from cardroom.errors import RuleViolation
from tables.rules.felt import Circle, Felt, Hand
from tables.rules.ruleset import RuleSet


def check_seat(rules: RuleSet, seat: int, pointer: str = "/data/seat") -> None:
    """RuleViolation for a seat that the table lacks."""
    if not 1 <= seat <= rules.seats:
        raise RuleViolation(
            f"there is no seat {seat}, only 1 to {rules.seats}", pointer=pointer, rule="seats"
        )


def hand_at(felt: Felt, seat: int, number: int) -> tuple[Circle, Hand]:
    """The circle and its hand; RuleViolation where there is none."""
    check_seat(felt.offering.rules, seat)
    circle = felt.circles.get(seat)
    hand = None if circle is None else circle.hand(number)
    if circle is None or hand is None:
        raise RuleViolation(f"seat {seat} has no hand {number}", pointer="/data/hand")
    return circle, hand
