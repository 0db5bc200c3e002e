"""How far a box period, and each finding of it, has come: a shape, a colour and a word."""

from typing import Final, NamedTuple

from ledger.views.reconciliation import FindingView, ReconciliationView

KINDS: Final = {
    "assess": "Fees",
    "count": "Count",
    "uncounted": "Not counted",
    "custody": "Custody",
    "no_box": "No box",
}
_WHERE: Final = {
    "on_table": "on the table",
    "counting": "counting",
    "implied": "no box",
}
_LOOKS: Final = {"open": "breach", "explained": "warn", "signed": "run"}
# How a variance looks that is a finding.
_FIGURES: Final = {"open": "neg", "explained": "pos"}


class State(NamedTuple):
    """A state in colour and shape, by its kind, and in a word."""

    kind: str
    word: str


def state_of(box: ReconciliationView) -> State:
    """The state of a box period."""
    if box.state == "clear":
        return State("run", "in tolerance" if box.total_variance_cents else "agrees")
    if is_waiting(box) and box.state == "open":
        return State("off", _WHERE.get(box.status, "not counted"))
    return State(_LOOKS[box.state], box.state)


def is_waiting(box: ReconciliationView) -> bool:
    """Whether a box has only to be counted: nothing else is wrong with it as yet."""
    return [finding.kind for finding in box.findings] == ["uncounted"]


def state_of_finding(finding: FindingView) -> State:
    """The state of a finding."""
    return State(_LOOKS[finding.status], finding.status)


def look_of(box: ReconciliationView, kind: str) -> str:
    """How the variance of a kind looks: plain within tolerance, and once it is signed."""
    statuses = (finding.status for finding in box.findings if finding.kind == kind)
    return next((_FIGURES.get(status, "strong") for status in statuses), "strong")
