"""The cases in the pure core: legal play settles as written, refusals are refused as written."""

import copy
import json
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from functools import cache, partial
from typing import Any, Final

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.gaming_day import gaming_day
from ledger.rules.fees import Rate, Schedule
from tables.rounds import codec
from tables.rounds.admit.facts import Facts, House
from tables.rounds.state import Round, Table
from tables.rounds.take import take
from tables.rules.felt import Felt
from tables.rules.games import RULE_SETS
from tables.rules.offering import Offering
from tables.rules.paytables import PAY_TABLES
from tables.rules.ruleset import Limits
from tests import cases
from tests.judge import judge

RECORDED_AT: Final = datetime(2026, 11, 29, 22, tzinfo=UTC)
LATER_TYPES: Final = {"event.corrected", "round.corrected", "round.reported_late"}
FLOOR: Final = {"authorised_by": "floor-7", "reason": "agreed"}
Case = dict[str, Any]

REFUSALS: Final = {case["name"]: case for case in cases.load("refusals")}
STREAMS: Final = {
    f"{number} {case['name']}": case
    for number, case in enumerate(cases.load("streams"))
    if not LATER_TYPES & {event["type"] for event in case["events"]}
}


@cache
def house_file() -> dict[str, Any]:
    """The house that all cases are played in."""
    return tomllib.loads(cases.HOUSE_FILE.read_text())


@cache
def offerings() -> dict[str, Offering]:
    """The offerings of the house, by code."""
    return {
        data["code"]: _offering(version, data)
        for version, data in enumerate(house_file()["offerings"], start=1)
    }


def _offering(version: int, data: Case) -> Offering:
    paytables = data["paytables"]
    return Offering(
        code=data["code"],
        version=version,
        rules=msgspec.structs.replace(
            RULE_SETS[data["game"]],
            seats=data["seats"],
            decks=data["decks"],
            coverage_policy=data["coverage_policy"],
            paytables=paytables,
            limits={kind: Limits(*bounds) for kind, bounds in data["limits"].items()},
        ),
        paytables={bet: PAY_TABLES[bet][name] for bet, name in paytables.items()},
        schedule=_schedule(data["fee_schedule"]),
        rotation_profile=data["rotation_profile"],
    )


def _schedule(code: str) -> Schedule:
    (data,) = (each for each in house_file()["fee_schedules"] if each["code"] == code)
    return Schedule(
        code=code,
        approval=data["approval"],
        option=data["option"],
        effective_from=date.fromisoformat(data["effective_from"]),
        rates=tuple(msgspec.convert(rate, Rate) for rate in data["rates"]),
    )


def facts(past_round: Callable[[int], Round]) -> Facts:
    """What admission is told of the house of the cases."""
    by_version = {offering.version: offering for offering in offerings().values()}
    return Facts(
        house=House(
            code="CASES",
            timezone=house_file()["house"]["timezone"],
            gaming_day=partial(
                gaming_day,
                zone=house_file()["house"]["timezone"],
                starts=time.fromisoformat(house_file()["house"]["gaming_day_starts"]),
            ),
            people={
                person["code"]: frozenset(person["roles"]) for person in house_file()["people"]
            },
            offerings=offerings(),
        ),
        recorded_at=RECORDED_AT,
        offering=lambda version, _: by_version[version],
        past_round=past_round,
        is_confirmed=lambda _person, _code: False,
    )


class Played:
    """A table with its rounds and the codes noted, event by event."""

    def __init__(self) -> None:
        self.table = Table()
        self.rounds: dict[int, Round] = {}
        self.noted: list[list[str]] = []
        self.facts = facts(self.rounds.__getitem__)
        self.position = 0

    def take_all(self, events: list[Case]) -> "Played":
        """Take each event; a refusal's pointer begins with its place, as services say it."""
        batch = codec.read_batch(json.dumps({"events": events}).encode())
        for index, event in enumerate(codec.read_events(batch)):
            try:
                taken = take(self.table, event, self.facts, position=self.position + 1)
            except CardroomError as refusal:
                refusal.pointer = f"/events/{index}{refusal.pointer}"
                raise
            self.position += len(taken.records)
            own = taken.records[0]
            self.noted.append([note.code for note in own.noted.irregularities])
            if taken.round is not None:
                self.rounds[taken.round.number] = taken.round
        return self


def stated(now: Round) -> dict[str, Any]:
    """A round's settlement as the API states one."""
    assert now.settlement is not None
    settlement: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(now.settlement))
    return settlement


def check_settlement(now: Round, expected: Case) -> None:
    """Every figure that a case writes down stands in the settlement, line by line."""
    settlement = stated(now)
    lines = settlement.pop("lines")
    assert {key: settlement[key] for key in expected if key != "lines"} == {
        key: value for key, value in expected.items() if key != "lines"
    }
    assert len(lines) == len(expected["lines"])
    for line, written in zip(lines, expected["lines"], strict=True):
        assert {key: line[key] for key in written} == written


def for_the_judge(felt: Felt) -> dict[str, Any]:
    """The finished round as the judge wants it."""
    rules, paytables = felt.offering.rules, felt.offering.paytables
    odds = {bet: [*table.rows.values()] for bet, table in paytables.items()}
    return odds | {
        "game": rules.game,
        "policy": rules.coverage_policy,
        "seats": rules.seats,
        "w": felt.wager_cents,
        "pd_seat": felt.player_dealer_seat,
        "pd_cards": felt.known_dealer_cards,
        "circles": [
            {
                "seat": circle.seat,
                "hands": [
                    {"cards": hand.known, "split": hand.split, "surrendered": hand.surrendered}
                    for hand in circle.hands
                ],
                "wagers": [
                    {
                        "player": wager.player,
                        "kind": wager.kind,
                        "backline": wager.backline,
                        "amount": wager.amount_cents,
                        "stakes": wager.stakes,
                    }
                    for wager in circle.wagers
                ],
            }
            for circle in felt.circles.values()
        ],
    }


@pytest.mark.parametrize("game", cases.GAMES)
def test_legal_play_settles_exactly_as_written_and_breaks_nothing(game: str) -> None:
    for case in cases.load(game):
        played = Played().take_all(case["events"])
        assert {code for codes in played.noted for code in codes} <= {"late_batch"}, case["name"]
        assert len(played.rounds) == len(case["expect"])
        for expected in case["expect"]:
            now = played.rounds[expected["round"]]
            check_settlement(now, expected["settlement"])
            assert now.assessed is not None
            fees = sum(line.fee_cents or 0 for line in now.assessed.lines)
            assert fees == expected["fees_cents"]


@pytest.mark.parametrize("game", cases.GAMES)
def test_the_judge_settles_the_cases_as_written_too(game: str) -> None:
    for case in cases.load(game):
        rounds = Played().take_all(case["events"]).rounds
        for expected in case["expect"]:
            ruled = judge(for_the_judge(rounds[expected["round"]].felt))
            written = expected["settlement"]
            assert {key: ruled[key] for key in written if key != "lines"} == {
                key: value for key, value in written.items() if key != "lines"
            }
            keys = written["lines"][0].keys()
            assert [{key: line[key] for key in keys} for line in ruled["lines"]] == written["lines"]


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_its_code_and_place_and_leaves_nothing(name: str) -> None:
    case = REFUSALS[name]
    with pytest.raises(CardroomError) as refused:
        Played().take_all(case["events"])
    refusal = refused.value
    assert refusal.code == case["code"]
    assert refusal.pointer.startswith(case["pointer"])
    assert "rule" not in case or refusal.rule == case["rule"]
    if refusal.code == "malformed":
        return  # nothing was taken at all
    *before, last = case["events"]
    played = Played().take_all(before)
    table, rounds = copy.deepcopy((played.table, played.rounds))
    with pytest.raises(CardroomError) as again:
        played.take_all([last])
    assert again.value.detail == refusal.detail
    assert (played.table, played.rounds) == (table, rounds)


@pytest.mark.parametrize(
    "name", [name for name, case in REFUSALS.items() if case["code"] == "procedure"]
)
def test_a_breach_of_procedure_stands_with_an_override_and_is_noted(name: str) -> None:
    case = copy.deepcopy(REFUSALS[name])
    case["events"][case["index"]]["override"] = FLOOR
    played = Played().take_all(case["events"])
    assert case["rule"] in played.noted[case["index"]]
    assert "authorisation_claimed" in played.noted[case["index"]]


@pytest.mark.parametrize(
    "name", [name for name, case in REFUSALS.items() if case["code"] == "rule"]
)
def test_no_override_lets_a_rule_be_broken(name: str) -> None:
    case = copy.deepcopy(REFUSALS[name])
    case["events"][case["index"]]["override"] = FLOOR
    with pytest.raises(CardroomError) as refused:
        Played().take_all(case["events"])
    assert refused.value.code == "rule"


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_ends_with_its_rounds_as_written(name: str) -> None:
    case = STREAMS[name]
    played = Played().take_all(case["events"])
    assert set(case["irregularities"]) <= {code for codes in played.noted for code in codes}
    for written in case["rounds"]:
        now = played.rounds[written["round"]]
        assert now.phase == written["phase"]
        if written["settlement"] is None:
            assert now.settlement is None
        else:
            check_settlement(now, written["settlement"])
