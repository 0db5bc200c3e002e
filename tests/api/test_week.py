"""A week of three houses: all figures equal a recomputation from the feed, all mistakes are found.

The recomputation is a program of its own, which imports nothing of the project and is told nothing
but the address and a key. Whoever is not told where the mistakes are finds each at its wager, its
box or its count, none twice, and nothing else.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pytest_django.live_server_helper import LiveServer

from cardroom import clock
from tables.verify import Counts, verify
from tests.api.club import JSON
from tests.week import closing, reporting
from tests.week.mistakes import Wrong
from tests.week.running import Cardroom, Clock, run
from tests.week.tables import never_made

PROGRAM = Path(__file__).parent.parent / "independent" / "books.py"

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# Table, round, and what is wrong there.
Found = tuple[str, int, Wrong]


def recomputed(room: Cardroom, url: str) -> JSON:
    """What the program says of a house, run where nothing of the project can be imported."""
    how = ["any_time"] if room.house.any_time else []
    call = [sys.executable, "-I", str(PROGRAM), url, room.keys["audit"], *how]
    done = subprocess.run(call, capture_output=True, check=True, cwd="/")
    found: JSON = json.loads(done.stdout)
    return found


def test_a_week_of_three_houses(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    at = Clock()
    monkeypatch.setattr(clock, "now", at.now)
    rooms = run(at)
    assert never_made(table.told for room in rooms for table in room.tables.values()) == set()
    for room in rooms:
        right = recomputed(room, live_server.url)
        rounds = {name: room.round(name) for name in right["rounds"]}
        fees_are_as_recomputed(rounds, right)
        wrong_fees_are_at_their_wagers(room, rounds)
        wrong_fees_were_noted_once(room)
        boxes_are_as_recomputed(room, right)
        books_are_as_recomputed(room, right)
        money_is_conserved(right)
        closing.boxes_are_reconciled_as_recomputed(room, right)
        closing.days_add_up(room)
        reporting.each_day_has_its_report(room)
        closing.the_days_close_one_after_the_other(room)
    assert list(verify(Counts())) == []


def fees_are_as_recomputed(rounds: dict[str, JSON], right: JSON) -> None:
    """Each round's fees, and what is wrong with them."""
    for name, recomputed in right["rounds"].items():
        fees = rounds[name]["fees"]
        assert fees["assessed_cents"] == recomputed["assessed_cents"], name
        assert fees["waived_cents"] == recomputed["waived_cents"], name
        collected = fees["collected_cents"] - fees["refunded_cents"]
        assert collected == recomputed["collected_cents"], name
        assert sorted(map(_wrong, fees["exceptions"])) == sorted(
            map(_wrong, recomputed["exceptions"])
        ), name


def wrong_fees_are_at_their_wagers(room: Cardroom, rounds: dict[str, JSON]) -> None:
    """What is wrong in the end is what people did wrong and nobody put right."""
    found = Counter(
        (name, _wrong(one)) for name, now in rounds.items() for one in now["fees"]["exceptions"]
    )
    assert found == Counter(
        (f"{code}/{number}", wrong)
        for code, table in room.tables.items()
        for number, wrong in table.told.standing
    )


def wrong_fees_were_noted_once(room: Cardroom) -> None:
    """What was noted on the way, also of what was put right since; and money in another box."""
    noted = Counter(notes(room))
    expected: Counter[tuple[str, int, str]] = Counter()
    for code, table in room.tables.items():
        for number, wrong in table.told.noted:
            who = wrong.player if wrong.role == "player" else f"player-dealer {wrong.player}"
            expected[code, number, f"{wrong.code}: seat {wrong.seat}, {who}"] += 1
        for number in table.told.flagged:
            expected[code, number, "counted_box"] += 1
    assert noted == expected


def notes(room: Cardroom) -> Iterator[tuple[str, int, str]]:
    """Table, round and beginning of each note of fees in the feed."""
    for item in room.feed():
        noted = item["noted"]
        found = [*noted.get("irregularities", [])]
        found += [note for one in noted.get("events", []) for note in one.get("irregularities", [])]
        for note in found:
            if note["code"] == "fee":
                code, whose, *_ = note["detail"].split(": ")
                said = code if code == "counted_box" else f"{code}: {whose}"
                number = item["round"] or item["data"]["round"]
                yield item["stream"].removeprefix("table:"), number, said


def boxes_are_as_recomputed(room: Cardroom, right: JSON) -> None:
    """What each box received and held, and that what differs is what went wrong with it."""
    drops = {(one["table"], one["put_on_position"]): one for one in room.drops()}
    assert len(drops) == len(right["periods"])
    places: Counter[tuple[str, str]] = Counter()
    variances = {}
    for period in right["periods"]:
        drop = drops[period["table"], period["put_on"]]
        names = ("purpose", "box")
        assert [drop[name] for name in names] == [period[name] for name in names]
        assert drop["removed_position"] == period["removed"]
        assert drop["collected_cents"] == period["recorded"]
        assert drop["counted_cents"] == period["counted"]
        place = (period["table"], period["purpose"])
        if period["counted"] != period["recorded"] and period["counted"] is not None:
            variances[*place, places[place]] = period["counted"] - period["recorded"]
        places[place] += 1
        assert drop["flags"] == (["swapped"] if drop["came_off"] == "C-ELSEWHERE" else [])
        assert (drop["gaming_day"], drop["shift"]) == _when(room, drop["removed_at"])
    assert variances == room.expected_variances()
    elsewhere = [drop["came_off"] for drop in drops.values() if drop["flags"]]
    assert elsewhere == ["C-ELSEWHERE"]


def _when(room: Cardroom, instant: str) -> tuple[str, str]:
    """The gaming day, which begins at six, and the shift, by the house's clocks."""
    there = datetime.fromisoformat(instant).astimezone(ZoneInfo(room.house.zone))
    day = (there.replace(tzinfo=None) - timedelta(hours=6)).date()
    shift = "day" if 6 <= there.hour < 14 else "swing" if 14 <= there.hour < 22 else "grave"
    return day.isoformat(), shift


def books_are_as_recomputed(room: Cardroom, right: JSON) -> None:
    """The balance of every account on every evening, and what moved by each kind of journal."""
    balances: Counter[str] = Counter()
    for day, posted in sorted(right["days"].items()):
        before = Counter(balances)
        balances.update(posted)
        assert room.accounts(day) == {code: cents for code, cents in balances.items() if cents}, day
        for account in [code for code in posted if code.startswith("person:P-")][:3]:
            statement = room.statement(day, account.removeprefix("person:"))
            assert statement["opening_cents"] == before[account]
            assert statement["closing_cents"] == balances[account]
            amounts = (line["amount_cents"] for line in statement["items"])
            assert sum(amounts) == posted[account]
    assert room.accounts() == {code: cents for code, cents in right["accounts"].items() if cents}
    assert room.journals() == right["journals"]


def money_is_conserved(right: JSON) -> None:
    """What settlements give one takes another; all recorded fees lie in boxes, or in none."""
    accounts = right["accounts"]
    assert sum(accounts.values()) == 0
    unboxed = sum(cents for code, cents in accounts.items() if code.startswith("unboxed:"))
    boxed = sum(period["recorded"] for period in right["periods"])
    persons = sum(cents for code, cents in accounts.items() if code.startswith("person:"))
    assert persons == -(boxed + unboxed)


def _wrong(one: dict[str, Any]) -> Wrong:
    names = ("code", "seat", "player", "role", "difference_cents")
    return Wrong(*(one[name] for name in names))
