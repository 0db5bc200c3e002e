"""Examples of what the reports' paths answer."""

from typing import Any, Final

_REPORT: Final[dict[str, Any]] = {
    "id": 31,
    "kind": "fees",
    "house": "CASES",
    "title": "Collection fees",
    "gaming_day": "2026-11-28",
    "month": None,
    "revision": 2,
    "generated_at": "2026-11-29T18:20:31Z",
    "software_version": "0.1.0",
    "digest": "b6be6200c8a1e4616a96823ea7e7289a0e9dabe6b254e79407ac5eca0295ef72",
    "changes": ["Box periods: T01 collection B-014: counted $119.00, was not counted"],
    "withheld": False,
}
REPORTS_LISTED: Final[dict[str, Any]] = {"items": [_REPORT], "next_cursor": None}

ASKED: Final[dict[str, Any]] = {
    "id": 207,
    "what": "report",
    "kind": "fees",
    "gaming_day": "2026-11-28",
    "month": None,
    "reason": "asked",
    "status": "pending",
    "due_at": "2026-11-29T18:20:04Z",
    "attempts": 0,
    "error": None,
    "next_attempt_at": "2026-11-29T18:20:04Z",
    "done_at": None,
    "report": None,
}

NOTED: Final[dict[str, Any]] = {
    "id": "0190f0c2-7d60-7000-8000-000000000501",
    "text": "seen on camera: seat 5 was asked and declined, the tablet was not told",
    "by": "floor-7",
    "table": "T01",
    "round": 9,
    "rule": "R10",
}
