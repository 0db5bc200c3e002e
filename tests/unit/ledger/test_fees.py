"""Fees are assessed on the wagers that stand at the first card, and on nothing else."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from ledger.rules.fees import FeeLine, FeeWager, Rate, Schedule, assess
from tests import cases

BRACKETS = (
    Rate(role="player", basis="own_wager", to_cents=10_000, fee_cents=100),
    Rate(role="player", basis="own_wager", from_cents=10_001, to_cents=20_000, fee_cents=200),
    Rate(role="player", basis="own_wager", from_cents=20_001, fee_cents=300),
    Rate(role="player_dealer", basis="flat", fee_cents=200),
)


def schedule(*rates: Rate) -> Schedule:
    return Schedule(
        code="FS-1",
        approval="GEGA-003784",
        option="1",
        effective_from=date(2026, 1, 1),
        rates=rates,
    )


def wager(seat: int, amount_cents: int, *, player: str = "", kind: str = "game") -> FeeWager:
    return FeeWager(seat=seat, player=player or f"P-{seat}", kind=kind, amount_cents=amount_cents)


def assessed(rates: tuple[Rate, ...], *wagers: FeeWager) -> list[FeeLine]:
    return assess(schedule(*rates), wagers, pd_seat=8, pd_player="P-8")


def fees(rates: tuple[Rate, ...], *wagers: FeeWager) -> list[int | None]:
    return [line.fee_cents for line in assessed(rates, *wagers)]


def test_one_seated_and_two_backline_bettors_owe_three_fees_each_at_its_own_bracket() -> None:
    lines = assessed(
        BRACKETS, wager(4, 2_500), wager(4, 15_000, player="B-1"), wager(4, 25_000, player="B-2")
    )
    assert lines == [
        FeeLine(seat=4, player="P-4", role="player", fee_cents=100),
        FeeLine(seat=4, player="B-1", role="player", fee_cents=200),
        FeeLine(seat=4, player="B-2", role="player", fee_cents=300),
        FeeLine(seat=8, player="P-8", role="player_dealer", fee_cents=200),
    ]


def test_a_player_owes_for_each_circle_he_wagers_in() -> None:
    lines = assessed(BRACKETS, wager(1, 500, player="P-1"), wager(2, 20_001, player="P-1"))
    assert [(line.seat, line.player, line.fee_cents) for line in lines[:-1]] == [
        (1, "P-1", 100),
        (2, "P-1", 300),
    ]


@pytest.mark.parametrize(
    ("amount_cents", "fee_cents"),
    [(1, 100), (10_000, 100), (10_001, 200), (20_000, 200), (20_001, 300), (9_000_000, 300)],
)
def test_both_ends_of_a_tier_belong_to_it(amount_cents: int, fee_cents: int) -> None:
    assert fees(BRACKETS, wager(1, amount_cents)) == [fee_cents, 200]


def test_side_bets_owe_nothing_unless_a_rate_names_them() -> None:
    game, red = wager(1, 500), wager(1, 12_000, kind="red_flex")
    assert fees(BRACKETS, game, red) == [100, 200]
    named = Rate(role="player", basis="own_wager", kinds=("red_flex",), fee_cents=50)
    assert fees((*BRACKETS, named), game, red, wager(2, 500)) == [150, 100, 200]


def test_a_rate_for_several_kinds_rates_each_wager_at_its_own_bracket() -> None:
    both = ("game", "buster")
    rates = (
        Rate(role="player", basis="own_wager", kinds=both, to_cents=1_000, fee_cents=50),
        Rate(role="player", basis="own_wager", kinds=both, from_cents=1_001, fee_cents=100),
    )
    assert fees(rates, wager(1, 5_000), wager(1, 1_000, kind="buster")) == [150, 0]


def test_a_wager_without_a_tier_is_assessed_null_and_the_others_are_not() -> None:
    rates = (Rate(role="player", basis="own_wager", from_cents=500, to_cents=900, fee_cents=100),)
    assert fees(rates, wager(1, 499), wager(2, 901), wager(3, 500)) == [None, None, 100, 0]


def test_a_flat_rate_is_owed_once_by_each_bettor_and_adds_to_the_tiers() -> None:
    rates = (*BRACKETS, Rate(role="player", basis="flat", fee_cents=25))
    assert fees(rates, wager(1, 500), wager(2, 500)) == [125, 125, 200]


def test_total_action_counts_every_game_wager_and_no_side_bet() -> None:
    rates = (
        Rate(role="player_dealer", basis="total_action", to_cents=50_000, fee_cents=100),
        Rate(role="player_dealer", basis="total_action", from_cents=50_001, fee_cents=300),
    )
    wagers = [wager(1, 30_000), wager(2, 20_000), wager(2, 9_000, kind="buster")]
    assert fees(rates, *wagers) == [0, 0, 100]
    assert fees(rates, *wagers, wager(2, 1, player="B-1")) == [0, 0, 0, 300]


def test_players_may_owe_by_total_action_too() -> None:
    rates = (Rate(role="player", basis="total_action", from_cents=1_000, fee_cents=100),)
    assert fees(rates, wager(1, 500)) == [None, 0]
    assert fees(rates, wager(1, 500), wager(2, 500)) == [100, 100, 0]


def test_a_fee_of_zero_is_owed_as_zero() -> None:
    rates = (Rate(role="player", basis="own_wager", to_cents=999, fee_cents=0), *BRACKETS[1:])
    assert fees(rates, wager(1, 500)) == [0, 200]


def test_the_player_dealer_owes_also_when_nobody_wagers() -> None:
    assert fees(BRACKETS) == [200]


def first_card_wagers(events: list[dict[str, Any]]) -> Iterator[tuple[int, int, list[FeeWager]]]:
    """For each round its number, the player-dealer's seat and the wagers at the first card."""
    standing: dict[tuple[int, str, str], FeeWager] = {}
    seated: dict[int, str] = {}
    pd_seat, number = 0, 0
    for event in events:
        data = event["data"]
        match event["type"]:
            case "seat.taken":
                seated[data["seat"]] = data["player"]
            case "round.opened":
                standing, pd_seat, number = {}, data["player_dealer_seat"], event["round"]
            case "wager.placed" | "wager.withdrawn":
                player = data.get("player") or seated[data["seat"]]
                key = (data["seat"], player, data["kind"])
                standing.pop(key, None)
                if event["type"] == "wager.placed":
                    standing[key] = FeeWager(
                        seat=key[0], player=player, kind=key[2], amount_cents=data["amount_cents"]
                    )
            case "card.dealt" if number:
                yield number, pd_seat, list(standing.values())
                number = 0


def collected(events: list[dict[str, Any]], number: int) -> dict[tuple[int, str, str], int]:
    return {
        (event["data"]["seat"], event["data"]["player"], event["data"]["role"]): event["data"][
            "amount_cents"
        ]
        for event in events
        if event["type"] == "fee.collected" and event["round"] == number
    }


@pytest.mark.parametrize("game", cases.GAMES)
def test_every_round_of_the_cases_owes_what_was_collected_payer_by_payer(game: str) -> None:
    rounds = 0
    for case in cases.load(game):
        expected = {entry["round"]: entry["fees_cents"] for entry in case["expect"]}
        for number, pd_seat, wagers in first_card_wagers(case["events"]):
            paid = collected(case["events"], number)
            pd_player = next(player for _, player, role in paid if role == "player_dealer")
            lines = assess(schedule(*BRACKETS), wagers, pd_seat=pd_seat, pd_player=pd_player)
            owed = {(line.seat, line.player, line.role): line.fee_cents for line in lines}
            assert owed == paid
            assert sum(paid.values()) == expected[number]
            rounds += 1
    assert rounds == sum(len(case["expect"]) for case in cases.load(game))
