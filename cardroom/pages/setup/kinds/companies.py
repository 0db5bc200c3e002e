"""The form of a TPPPS company: its contract, where and when it holds, the badges of its players."""

from typing import Any

from cardroom.pages.setup.fields import Facts, Field, Rows, Shape
from cardroom.pages.setup.kinds.around import Around, code


def tppps(around: Around) -> Shape:
    """A company of third-party proposition players."""
    return (
        code(help="The company's own code, as table systems send it."),
        Field("licence", "Licence", "The number of its licence, as the Bureau registers it."),
        Field("contract_from", "Contract from", "The first day; counts as a whole.", "day"),
        Field("contract_to", "Contract to", "The last day; it holds on that day still.", "day"),
        Field(
            "games",
            "Games",
            "Which games the contract is for; at others its players hold no position.",
            "many",
            around.game_options,
        ),
        Field("max_tables", "At most at", "At how many tables it may play at once.", "whole"),
        Rows(
            name="hours",
            label="Hours",
            one="hours",
            help="When it may play, by the house's clock. 10:00 to 04:00 goes past midnight; all"
            " day is 00:00 to 23:59.",
            fields=(Field("from", "From", type="clock"), Field("to", "To", type="clock")),
            say=lambda row: f"{row.get('from')} to {row.get('to')}",
            of=lambda row: f"{row.get('from')}-{row.get('to')}",
            to=_span,
            most=20,
        ),
        Rows(
            name="badges",
            label="Badges",
            one="badge",
            help="A player without a badge that is good on the day may not hold the position. Left"
            " empty, a badge is good as long as the contract.",
            fields=(
                Field("number", "Number"),
                Field("expires_on", "Good until", type="day", optional=True),
            ),
            say=_said_badge,
            of=_badge,
            to=lambda fact: fact if isinstance(fact, dict) else {"number": fact},
            most=300,
        ),
    )


def _span(hours: str) -> Facts:
    begins, _, ends = hours.partition("-")
    return {"from": begins, "to": ends}


def _badge(row: Facts) -> Any:  # noqa: ANN401 - its number, or that with the day
    return dict(row) if "expires_on" in row else row.get("number")


def _said_badge(row: Facts) -> str:
    until = row.get("expires_on")
    return f"{row.get('number')}, good until {until}" if until else f"{row.get('number')}"
