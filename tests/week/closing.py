"""The week reconciled: each box as recomputed, and each day closed when all of it is signed."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from tests.api.club import JSON, Response, body
from tests.week.houses import CASHIER, SUPERVISOR
from tests.week.running import Cardroom

_WHOSE = ("round", "seat", "player", "role", "code", "difference_cents")


def boxes_are_reconciled_as_recomputed(room: Cardroom, right: JSON) -> None:
    """Every figure of every box, and where each cent of its variances is."""
    boxes = list(_boxes(room))
    found = {(one["table"], one["put_on_position"]): one for one in boxes}
    implied = [one for one in boxes if one["status"] == "implied"]
    assert len(boxes) - len(implied) == len(right["periods"])
    unboxed = {code: cents for code, cents in right["accounts"].items() if code[:8] == "unboxed:"}
    assert sum(one["collected_cents"] for one in implied) == sum(unboxed.values())
    for period in right["periods"]:
        box = found[period["table"], period["put_on"]]
        is_assessed = period["purpose"] == "collection"
        expected = period["assessed"] + period["corrections"] - period["waived"]
        assert box["is_assessed"] == is_assessed
        assert _amounts(box) == {
            "assessed": period["assessed"],
            "corrections": period["corrections"],
            "waived": period["waived"],
            "expected": expected,
            "collected": period["recorded"],
            "counted": period["counted"],
            "assess_variance": period["recorded"] - expected if is_assessed else None,
        }, box
        assert sorted(map(_item, box["exceptions"])) == sorted(map(_item, period["wrong"])), box
        if is_assessed:
            differences = sum(one["difference_cents"] for one in box["exceptions"])
            assert differences == box["assess_variance_cents"]
        if period["counted"] is not None:
            assert box["count_variance_cents"] == period["counted"] - period["recorded"]
        _rounds_add_up(room, box)


def days_add_up(room: Cardroom) -> None:
    """A day's sums are those of its boxes; each box is of one day."""
    boxes = list(_boxes(room))
    days = sorted({box["gaming_day"] for box in boxes})
    for day in days:
        of_day = [box for box in boxes if box["gaming_day"] == day]
        seen = room.callers["audit"].read(f"gaming-days/{day}")
        for sums in (seen["totals"], seen["shifts"], seen["tables"]):
            for name in ("assessed_cents", "expected_cents", "collected_cents"):
                assert sum(one[name] for one in sums) == sum(box[name] for box in of_day)
            assert sum(one["boxes"] for one in sums) == len(of_day)
            assert sum(one["count_variance_cents"] or 0 for one in sums) == sum(
                box["count_variance_cents"] or 0 for box in of_day
            )


def the_days_close_one_after_the_other(room: Cardroom) -> None:
    """Not before each finding is explained and signed, and then for good."""
    days = sorted({box["gaming_day"] for box in _boxes(room)})
    room.clock.until(room.clock.at + timedelta(days=2))
    for day in days:
        missing = room.callers["audit"].read(f"gaming-days/{day}")["missing"]
        if missing:
            assert _post(room, f"gaming-days/{day}/closing", **_by(room)).status_code == 422
        for name in dict.fromkeys(one["reconciliation"] for one in missing):
            path = f"reconciliations/{name}"
            said = _post(room, f"{path}/explanations", by=CASHIER, text="as it was found")
            assert said.status_code == 201, said.content
            signed = _post(room, f"{path}/signatures", by=SUPERVISOR, code=_code(room))
            assert body(signed)["state"] == "signed"
        closed = _post(room, f"gaming-days/{day}/closing", **_by(room))
        assert body(closed)["closed"]["authorised_by"] == SUPERVISOR
    assert date.fromisoformat(days[-1]) - date.fromisoformat(days[0]) >= timedelta(days=6)


def _boxes(room: Cardroom) -> Iterator[JSON]:
    return room.pages("reconciliations")


def _rounds_add_up(room: Cardroom, box: JSON) -> None:
    rounds = list(room.pages(f"reconciliations/{box['id']}/rounds"))
    assert len(rounds) == box["rounds"]
    for name in ("assessed", "waived", "corrections", "expected", "collected", "assess_variance"):
        cents = [one[f"{name}_cents"] for one in rounds]
        if name == "assess_variance" and not box["is_assessed"]:
            assert {*cents, box[f"{name}_cents"]} == {None}
        else:
            assert sum(cents) == box[f"{name}_cents"]


def _amounts(box: JSON) -> dict[str, int | None]:
    names = ("assessed", "corrections", "waived", "expected", "collected", "counted")
    return {name: box[f"{name}_cents"] for name in (*names, "assess_variance")}


def _item(one: JSON) -> tuple[Any, ...]:
    return tuple(one[name] for name in _WHOSE)


def _by(room: Cardroom) -> JSON:
    return {"authorised_by": SUPERVISOR, "code": _code(room)}


def _code(room: Cardroom) -> str:
    """A code that was never used."""
    room.clock.until(room.clock.at + timedelta(seconds=31))
    return room.phones[SUPERVISOR].shows()


def _post(room: Cardroom, path: str, **content: Any) -> Response:
    sent = {"id": str(uuid4()), **content}
    return room.callers["cage"].send(path, json.dumps(sent).encode())
