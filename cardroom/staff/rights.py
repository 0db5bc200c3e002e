"""What there is to be allowed, and which of the house's roles allow it; the one table of both."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

Role = Literal["floor", "supervisor", "cage", "drop", "count", "compliance", "audit", "admin"]
Right = Literal[
    "see_floor",
    "see_fees",
    "see_rounds",
    "settle_rounds",
    "correct_rounds",
    "see_boxes",
    "count_boxes",
    "see_money",
    "sign_money",
    "see_compliance",
    "note_compliance",
    "see_house",
    "set_up_house",
    "issue_logins",
]

# The group of each role, by the name that staff know it by.
GROUPS: Final[Mapping[Role, str]] = MappingProxyType(
    {
        "floor": "floor manager",
        "supervisor": "supervisor",
        "cage": "cashier",
        "drop": "drop team",
        "count": "counter",
        "compliance": "compliance officer",
        "audit": "inspector",
        "admin": "administrator",
    }
)


class Allowed(NamedTuple):
    """A right in words, and the roles whose groups have it."""

    words: str
    roles: frozenset[Role]


def _to(words: str, *roles: Role) -> Allowed:
    return Allowed(words, frozenset(roles))


RIGHTS: Final[Mapping[Right, Allowed]] = MappingProxyType(
    {
        "see_floor": _to(
            "see the tables as they stand",
            *("floor", "supervisor", "cage", "compliance", "audit", "admin"),
        ),
        "see_fees": _to(
            "see what was collected at a table", "floor", "supervisor", "compliance", "audit"
        ),
        "see_rounds": _to(
            "see the rounds of a table and explain them",
            *("floor", "supervisor", "cage", "compliance", "audit"),
        ),
        "settle_rounds": _to("settle or void a round that is on, by hand", "floor", "supervisor"),
        "correct_rounds": _to(
            "correct rounds and events, and settle or void what was settled", "supervisor"
        ),
        "see_boxes": _to(
            "see where the drop boxes are",
            *("floor", "supervisor", "cage", "drop", "count", "compliance", "audit"),
        ),
        "count_boxes": _to("count drop boxes", "count"),
        "see_money": _to(
            "see reconciliations and statements", "supervisor", "cage", "compliance", "audit"
        ),
        "sign_money": _to("explain, sign and close days", "supervisor", "cage"),
        "see_compliance": _to(
            "see findings, verdicts and reports", "supervisor", "compliance", "audit"
        ),
        "note_compliance": _to("note something of a finding or report", "supervisor", "compliance"),
        "see_house": _to(
            "see how the house is set up, and how it was",
            *("supervisor", "compliance", "audit", "admin"),
        ),
        "set_up_house": _to("change people, keys, offerings and schedules", "supervisor", "admin"),
        "issue_logins": _to("give people log-ins", "admin"),
    }
)

# Who may count a box, or handles one, is told nothing of what it should hold: whatever else he is.
BLIND: Final[frozenset[Role]] = frozenset({"cage", "drop", "count"})
