"""The week's reports: each day's rows are the boxes as reconciled; asked again it is the same."""

import json

from cardroom import clockwork
from tests.api.club import JSON, body
from tests.week.running import Cardroom

FORMS = ("json", "csv", "xlsx", "pdf")
SUMMED = (
    "assessed_cents",
    "waived_cents",
    "corrections_cents",
    "expected_cents",
    "collected_cents",
)


def each_day_has_its_report(room: Cardroom) -> None:
    """A report of each day, by who does what is due; twice over, with the same bytes."""
    boxes: dict[str, list[JSON]] = {}
    for box in room.pages("reconciliations"):
        boxes.setdefault(box["gaming_day"], []).append(box)
    first, again = ([_made(room, day) for day in sorted(boxes)] for _ in range(2))
    assert first == again
    for day, number in zip(sorted(boxes), first, strict=True):
        _is_as_reconciled(room.callers["audit"].read(f"reports/{number}"), boxes[day])
        path = f"reports/{number}?format="
        for form in FORMS:
            one, other = (room.callers["audit"].get(path + form).content for _ in range(2))
            assert one == other


def _made(room: Cardroom, day: str) -> int:
    """The id of a day's report, as it was asked for."""
    content = json.dumps({"kind": "fees", "gaming_day": day}).encode()
    response = room.callers["audit"].send("reports", content)
    assert body(response)["status"] == "pending"
    assert clockwork.run_due(house=room.house.code).missed == 0
    return int(room.callers["audit"].read(response["Location"])["report"])


def _is_as_reconciled(report: JSON, boxes: list[JSON]) -> None:
    """Every figure, and each wrong fee, of every box; revenue is that of purpose collection."""
    rows = {row["reconciliation"]: row for row in report["rows"]}
    assert rows.keys() == {box["id"] for box in boxes}
    for box in boxes:
        row = rows[box["id"]]
        assert all(row[name] == box[name] for name in row.keys() & box.keys() - {"findings"}), row
    revenue = [box for box in boxes if box["purpose"] == "collection"]
    for name in SUMMED:
        assert report["totals"][name] == sum(box[name] for box in revenue)
    counted = [box["counted_cents"] for box in revenue if box["counted_cents"] is not None]
    assert report["totals"]["counted_cents"] == (sum(counted) if counted else None)
    assert len(report["exceptions"]) == sum(len(box["exceptions"]) for box in boxes)
