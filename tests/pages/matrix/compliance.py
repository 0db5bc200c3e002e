"""Who may do what on the pages of compliance."""

from typing import Final

from tests.pages.matrix.row import SUPERVISOR, Row

_SEES: Final = frozenset({"supervisor", "compliance", "audit"})
_NOTES: Final = _SEES - {"audit"}
_REPORT: Final = {"number": 1}

ROWS: Final = {
    "compliance": Row(_SEES),
    "irregularities": Row(_SEES),
    "integrity": Row(_SEES),
    "reports": Row(_SEES),
    "ask_report": Row(_SEES, _SEES),
    "report": Row(_SEES, route=_REPORT),
    "report_file": Row(_SEES, route=_REPORT | {"form": "json"}),
    "report_chart": Row(_SEES, route=_REPORT | {"name": "hands_by_holder"}),
    "report_note": Row(_NOTES, _NOTES, route=_REPORT),
    "due_reports": Row(_SEES),
    "due_reports_now": Row(_SEES),
    "retry_report": Row(_SEES, _SEES, route=_REPORT),
    "report_schedule": Row(_SEES, SUPERVISOR),
}
