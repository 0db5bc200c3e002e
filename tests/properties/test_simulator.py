"""The simulator and admission, written apart from the same pages, agree on what is legal."""

from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError, ProcedureViolation
from tables.rules.games import RULE_SETS
from tables.rules.ruleset import COVERAGE_POLICIES, Limits, MaxHands, Odds, RuleSet
from tables.simulation.stream import Event
from tests import simulated
from tests.properties.core import Core

# What is noted of legal play that is sent long after it happened, voids and waivers included; a
# void before the first card, or among the fees, leaves money that nobody owes.
EXPECTED: Final = {"late_batch", "voided", "authorisation_claimed", "no_first_card"}


def noted(core: Core) -> set[str]:
    """The codes of what was noted; of fees, the exceptions."""
    fees = {note.detail.partition(":")[0] for note in core.noted if note.code == "fee"}
    return fees | {note.code for note in core.noted} - {"fee"}


@st.composite
def offered(draw: st.DrawFn) -> RuleSet:
    """One of the games as some room offers it."""
    return simulated.rule_set(
        draw(st.sampled_from(list(RULE_SETS))),
        coverage_policy=draw(st.sampled_from(COVERAGE_POLICIES)),
        decks=draw(st.integers(1, 8)),
        seats=draw(st.integers(3, 8)),
    )


@st.composite
def imagined(draw: st.DrawFn) -> RuleSet:
    """A game that nobody plays yet: the switches of the rule sets, each set by itself."""
    side_bets = draw(st.sampled_from([(), ("buster",), ("red_flex", "buster")]))
    least = draw(st.sampled_from([100, 505, 1_000]))
    game = {"game": Limits(least, 50_000), "player_dealer": Limits(1_000, 1_000_000)}
    caps = st.integers(2, 4)
    insurance = draw(st.booleans())
    # Insurance is settled by the peek under an ace.
    peeks = ["A", "ATJQK"] if insurance else ["", "A", "ATJQK"]
    return simulated.rule_set(
        draw(st.sampled_from(list(RULE_SETS))),
        decks=6,
        natural_odds=draw(st.sampled_from([Odds(3, 2), Odds(6, 5), Odds(1, 1)])),
        peek_ranks=draw(st.sampled_from(peeks)),
        hole_card=draw(st.booleans()),
        first_card_down=draw(st.booleans()),
        double=draw(st.sampled_from(["up_to_original", "equal"])),
        split_by=draw(st.sampled_from(["rank", "value"])),
        max_hands=MaxHands(draw(caps), draw(caps), draw(caps)),
        surrender=draw(st.sampled_from(["none", "late", "any_time"])),
        surrender_max_total=draw(st.integers(12, 20)),
        insurance=insurance,
        backline_kinds=draw(st.sampled_from([frozenset(), frozenset({"game"})])),
        side_bets=side_bets,
        deal_from=draw(st.sampled_from(["seat_1", "player_dealer_left"])),
        action_button=draw(st.booleans()),
        limits=game | {bet: Limits(100, 10_000) for bet in side_bets},
    )


def _played(rules: RuleSet, seed: int, rounds: int) -> tuple[Core, list[int]]:
    """A core that heard an evening, and the rounds that were not voided."""
    core, table, settled = Core(rules), simulated.Evening(rules, seed), []
    core.hear(table.open())
    for _ in range(rounds):
        played = table.play_round()
        core.hear(played.events)
        settled += [] if played.voided else [played.number]
    core.hear(table.close())
    return core, settled


@settings(max_examples=60)
@given(rules=offered(), seed=st.integers(0))
def test_simulated_rounds_are_always_admitted_and_settled(rules: RuleSet, seed: int) -> None:
    core, rounds = _played(rules, seed, rounds=12)
    assert list(core.settled) == rounds
    assert noted(core) <= EXPECTED


@settings(max_examples=120)
@given(rules=imagined(), seed=st.integers(0))
def test_every_setting_of_the_switches_is_read_alike(rules: RuleSet, seed: int) -> None:
    core, rounds = _played(rules, seed, rounds=5)
    assert list(core.settled) == rounds
    assert noted(core) <= EXPECTED


@settings(max_examples=40)
@given(rules=offered(), seed=st.integers(0))
def test_the_fees_collected_are_those_assessed(rules: RuleSet, seed: int) -> None:
    core, table = Core(rules), simulated.Evening(rules, seed)
    core.hear(table.open())
    for _ in range(5):
        played = table.play_round()
        core.hear(played.events)
        paid = sorted(_fee(event["data"]) for event in played.events if _is_fee(event))
        if played.number in core.assessed:
            lines = core.assessed[played.number].lines
            owed = [(line.seat, line.player, line.role, line.fee_cents or 0) for line in lines]
            assert paid == sorted(owed)


def _is_fee(event: Event) -> bool:
    return event["type"] in {"fee.collected", "fee.waived"}


def _fee(data: dict[str, Any]) -> tuple[int, str, str, int]:
    return data["seat"], data["player"], data["role"], data["amount_cents"]


@settings(max_examples=60)
@given(rules=offered(), seed=st.integers(0), data=st.data())
def test_a_round_with_two_cards_dealt_the_other_way_round_is_refused(
    rules: RuleSet, seed: int, data: st.DataObject
) -> None:
    """So that agreement means something: the core is awake."""
    core, table = Core(rules), simulated.Evening(rules, seed)
    core.hear(table.open())
    played = table.play_round()
    seats = [_dealt_seat(event) for event in played.events]
    swaps = [
        at for at, (one, two) in enumerate(pairwise(seats), start=1) if one and two and one != two
    ]
    if not swaps:
        return
    at = data.draw(st.sampled_from(swaps))
    one, two = played.events[at - 1], played.events[at]
    one["data"], two["data"] = two["data"], one["data"]
    with pytest.raises(CardroomError) as refusal:
        core.hear(played.events)
    assert isinstance(refusal.value, ProcedureViolation)
    assert refusal.value.rule == "out_of_turn"


def _dealt_seat(event: Event) -> int:
    is_dealt = event["type"] == "card.dealt" and event["data"]["to"] == "seat"
    return event["data"]["seat"] if is_dealt else 0
