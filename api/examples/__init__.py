"""An example of every event that a client sends: a legal history of one table, as data.

It is played with offering NB40-A in the house of `tests/cases/house.toml`; a test posts it, with a
valid one-time code in the place of `123456`.
"""

from typing import Final

from api.examples import afterwards, evening
from api.examples.telling import Example, events

__all__ = ["CORRECTIONS", "EVENING", "EXAMPLES", "LATER", "Example"]

EVENING: Final = events(evening.EVENING, start=1)
LATER: Final = events(afterwards.LATER, start=101)
CORRECTIONS: Final = events(afterwards.CORRECTIONS, start=201)

# By type, the first of each; a void of a settled round differs in who may send it.
EXAMPLES: Final[dict[str, Example]] = {
    **{event["type"]: event for event in reversed([*EVENING, *LATER, *CORRECTIONS])},
    "round.voided, after settlement": CORRECTIONS[-1],
}
