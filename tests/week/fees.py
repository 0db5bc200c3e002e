"""The week's fees: each as recomputed, and each mistake at its wager and noted once."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.api.club import JSON
from tests.week.mistakes import Wrong
from tests.week.running import Cardroom


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
    noted = Counter(_notes(room))
    expected: Counter[tuple[str, int, str]] = Counter()
    for code, table in room.tables.items():
        for number, wrong in table.told.noted:
            who = wrong.player if wrong.role == "player" else f"player-dealer {wrong.player}"
            expected[code, number, f"{wrong.code}: seat {wrong.seat}, {who}"] += 1
        for number in table.told.flagged:
            expected[code, number, "counted_box"] += 1
    assert noted == expected


def _notes(room: Cardroom) -> Iterator[tuple[str, int, str]]:
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


def _wrong(one: dict[str, Any]) -> Wrong:
    names = ("code", "seat", "player", "role", "difference_cents")
    return Wrong(*(one[name] for name in names))
