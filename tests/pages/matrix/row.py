"""A row of the matrix: who sees a page and who acts on it, and what its route wants to know."""

from collections.abc import Mapping
from typing import Final, NamedTuple

NOBODY: Final = frozenset[str]()
TABLES: Final = frozenset({"floor", "supervisor", "cage", "compliance", "audit", "admin"})
ROUNDS: Final = TABLES - {"admin"}
FLOOR: Final = frozenset({"floor", "supervisor"})
SUPERVISOR: Final = frozenset({"supervisor"})


class Row(NamedTuple):
    """A page's row."""

    sees: frozenset[str]
    acts: frozenset[str] = NOBODY
    route: Mapping[str, object] = {}
