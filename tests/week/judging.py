"""The week judged: all figures equal a recomputation from the feed, all mistakes are found.

The recomputation is a program of its own, which imports nothing of the project and is told nothing
but the address and a key. Whoever is not told where the mistakes are finds each at its wager, its
box or its count, none twice, and nothing else.
"""

import json
import subprocess
import sys
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from tests.api.club import JSON
from tests.week import closing, fees, reporting
from tests.week.running import Cardroom

PROGRAM = Path(__file__).parent.parent / "independent" / "books.py"


def judge(room: Cardroom, url: str) -> JSON:
    """Every figure of a house against those recomputed, which it gives; then its days close."""
    right = _recomputed(room, url)
    rounds = {name: room.round(name) for name in right["rounds"]}
    fees.fees_are_as_recomputed(rounds, right)
    fees.wrong_fees_are_at_their_wagers(room, rounds)
    fees.wrong_fees_were_noted_once(room)
    _boxes_are_as_recomputed(room, right)
    _books_are_as_recomputed(room, right)
    _money_is_conserved(right)
    closing.boxes_are_reconciled_as_recomputed(room, right)
    closing.days_add_up(room)
    reporting.each_day_has_its_report(room)
    closing.the_days_close_one_after_the_other(room)
    return right


def _recomputed(room: Cardroom, url: str) -> JSON:
    """What the program says of a house, run where nothing of the project can be imported."""
    how = ["any_time"] if room.house.any_time else []
    call = [sys.executable, "-I", str(PROGRAM), url, room.keys["audit"], *how]
    done = subprocess.run(call, capture_output=True, check=True, cwd="/")
    found: JSON = json.loads(done.stdout)
    return found


def _boxes_are_as_recomputed(room: Cardroom, right: JSON) -> None:
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


def _books_are_as_recomputed(room: Cardroom, right: JSON) -> None:
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


def _money_is_conserved(right: JSON) -> None:
    """What settlements give one takes another; all recorded fees lie in boxes, or in none."""
    accounts = right["accounts"]
    assert sum(accounts.values()) == 0
    unboxed = sum(cents for code, cents in accounts.items() if code.startswith("unboxed:"))
    boxed = sum(period["recorded"] for period in right["periods"])
    persons = sum(cents for code, cents in accounts.items() if code.startswith("person:"))
    assert persons == -(boxed + unboxed)
