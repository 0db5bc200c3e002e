"""The laws of coverage: what is true of every round, whatever was wagered and dealt."""

from itertools import accumulate
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tables.rules.coverage import Claim, covers_all, reach
from tables.rules.ruleset import COVERAGE_POLICIES, CoveragePolicy
from tables.rules.settlement import Line, Settlement, settle
from tests.builders import GAMES
from tests.properties.finished_rounds import Dict, a_finished_round, felt_of

ROUNDS_EACH = 10

claims = st.lists(st.builds(Claim, st.booleans(), st.integers(0, 500)), max_size=12)
wagers = st.integers(1, 1_000)
some_rounds = settings(max_examples=40)
randoms = st.randoms(use_true_random=True)


@given(wagers, claims)
def test_both_policies_move_every_due_when_w_covers_all(w: int, asked: list[Claim]) -> None:
    enough = w + sum(claim.due_cents for claim in asked)
    for policy in COVERAGE_POLICIES:
        assert reach(enough, asked, policy) == [(claim.due_cents, True) for claim in asked]


@given(wagers, claims)
def test_matched_gross_moves_dues_in_order_until_w_is_used(w: int, asked: list[Claim]) -> None:
    reached = reach(w, asked, "matched_gross")
    used = list(accumulate((each.moved_cents for each in reached), initial=0))
    assert used[-1] == min(w, sum(claim.due_cents for claim in asked))
    for claim, each, before in zip(asked, reached, used, strict=False):
        assert each.moved_cents == min(claim.due_cents, w - before)
        assert each.action == (before < w or covers_all(w, asked))


@given(wagers, claims)
def test_net_absorbing_lets_the_player_dealer_win_or_lose_w_at_most(
    w: int, asked: list[Claim]
) -> None:
    net = 0
    for claim, each in zip(asked, reach(w, asked, "net_absorbing"), strict=True):
        stopped = abs(net) == w and not covers_all(w, asked)
        room = w + net if claim.wins else w - net
        assert each == (0 if stopped else min(claim.due_cents, room), not stopped)
        net += -each.moved_cents if claim.wins else each.moved_cents
        assert abs(net) <= w


@given(wagers, claims, claims, st.sampled_from(COVERAGE_POLICIES))
def test_a_wager_settles_whatever_comes_after_it_once_w_falls_short(
    w: int, asked: list[Claim], more: list[Claim], policy: CoveragePolicy
) -> None:
    if covers_all(w, asked):
        asked = [*asked, Claim(wins=True, due_cents=w + 1)]
    assert reach(w, asked + more, policy)[: len(asked)] == reach(w, asked, policy)


def _on_the_table(rnd: Dict) -> int:
    """All stakes, in cents."""
    wagers = [wager for circle in rnd["circles"] for wager in circle["wagers"]]
    return sum(sum(w["stakes"].values()) if w["stakes"] else w["amount"] for w in wagers)


def _check_line(line: Line) -> None:
    assert line.stake_cents == line.collected_cents + line.returned_cents
    assert min(line.paid_cents, line.collected_cents, line.returned_cents) >= 0
    assert line.paid_cents + line.collected_cents <= line.due_cents
    assert line.paid_cents == 0 or line.result == "win"
    assert line.collected_cents == 0 or line.result in {"lose", "surrender"}
    assert (line.due_cents == 0) == (line.result in {"push", "no_action"})
    assert isinstance(line.odds, str) == (line.result == "win")
    assert line.rule


def _check_sums(settled: Settlement) -> None:
    paid = sum(line.paid_cents for line in settled.lines)
    collected = sum(line.collected_cents for line in settled.lines)
    assert settled.used_cents == paid + collected
    assert settled.player_dealer_net_cents == collected - paid
    assert abs(settled.player_dealer_net_cents) <= settled.wager_cents
    if settled.coverage_policy == "matched_gross":
        assert settled.remaining_cents == settled.wager_cents - settled.used_cents >= 0
        assert settled.exhausted == (not settled.covers_all)
    else:
        assert settled.remaining_cents is None
        assert not (settled.exhausted and settled.covers_all)


@pytest.mark.parametrize("policy", COVERAGE_POLICIES)
@pytest.mark.parametrize("game", GAMES)
@some_rounds
@given(rng=randoms)
def test_money_is_conserved_on_every_line_and_round(game: str, policy: str, rng: Random) -> None:
    for _ in range(ROUNDS_EACH):
        rnd = a_finished_round(rng, game, policy)
        note(repr(rnd))
        settled = settle(felt_of(rnd))
        assert [line.order for line in settled.lines] == [*range(1, len(settled.lines) + 1)]
        assert sum(line.stake_cents for line in settled.lines) == _on_the_table(rnd)
        for line in settled.lines:
            _check_line(line)
        _check_sums(settled)


@pytest.mark.parametrize("game", GAMES)
@some_rounds
@given(rng=randoms)
def test_both_policies_agree_when_w_covers_all(game: str, rng: Random) -> None:
    rnd = a_finished_round(rng, game, "matched_gross")
    rnd["w"] = 10**9
    note(repr(rnd))
    gross, net = (settle(felt_of(rnd | {"policy": policy})) for policy in COVERAGE_POLICIES)
    assert gross.covers_all
    assert net.covers_all
    assert gross.lines == net.lines
    assert not any(line.result == "no_action" for line in gross.lines)


@pytest.mark.parametrize("policy", COVERAGE_POLICIES)
@pytest.mark.parametrize("game", GAMES)
@some_rounds
@given(rng=randoms)
def test_each_kind_goes_once_around_the_table_from_the_same_first_seat(
    game: str, policy: str, rng: Random
) -> None:
    rnd = a_finished_round(rng, game, policy)
    note(repr(rnd))
    settled = settle(felt_of(rnd))
    step = -1 if game == "no-bust-21.5" else 1
    order = [(settled.first_seat - 1 + step * n) % rnd["seats"] + 1 for n in range(rnd["seats"])]
    ranks = {"game": 0, "insurance": 0, "red_flex": 1, "buster": 2}
    places = [(ranks[line.kind], order.index(line.seat)) for line in settled.lines]
    assert places == sorted(places)
    assert settled.lines[0].seat == settled.first_seat
