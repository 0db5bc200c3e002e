"""The form of a fee schedule: its approval, when it holds, its tiers."""

from typing import Any, Final

from cardroom.pages.setup.fields import Facts, Field, Rows, Shape
from cardroom.pages.setup.kinds.around import Around, code, wager
from cardroom.pages.words import dollars

PAYERS: Final = (("player", "player"), ("player_dealer", "player-dealer"))
BASES: Final = (
    ("flat", "flat"),
    ("own_wager", "own wager"),
    ("total_action", "total action"),
)
_BY: Final = {
    "flat": "flat",
    "own_wager": "by the wager",
    "total_action": "by all game wagers of the round",
}
TIMINGS: Final = (("before_deal", "before the first card"), ("any_time", "at any time"))
_MOST_RATES: Final = "At most five different amounts of fee may be in use at a table."


def fee_schedule(around: Around) -> Shape:
    """A fee schedule as it was approved."""
    return (
        code(help="Such as FS-1; offerings name it by this code."),
        Field("approval", "Approval", "The number under which the Bureau approved it."),
        Field("option", "Option", "Which of the approval's options this is, as posted."),
        Field("effective_from", "Effective from", "The first day for which it is approved.", "day"),
        Field(
            "effective_to",
            "Effective to",
            "The last one; left empty, there is none.",
            "day",
            optional=True,
        ),
        Field(
            "timing",
            "Collected",
            "Before the first card, a fee that is collected later is noted.",
            "choice",
            TIMINGS,
        ),
        Field("max_rates", "Different amounts", _MOST_RATES, "whole"),
        Rows(
            name="rates",
            label="Tiers",
            one="tier",
            help="A fee is a whole amount, never a share: flat however much is wagered, or by the"
            " payer's own wager, or by the total action, which is all game wagers of the round."
            " Both ends belong to a tier; an empty end is open. No amount has two tiers, and each"
            " that the limits of an offering allow has one. Without a tick it is of game wagers.",
            fields=(
                Field("role", "Who pays", type="choice", options=PAYERS),
                Field("basis", "Rated", type="choice", options=BASES),
                Field("from_cents", "From, $", type="money", optional=True),
                Field("to_cents", "To, $", type="money", optional=True),
                Field("fee_cents", "Fee, $", type="money"),
                Field("kinds", "Wagers, or game", type="many", options=around.wager_options),
            ),
            say=said_rate,
            of=_rate,
        ),
    )


def said_rate(row: Facts) -> str:
    """A tier in a sentence."""
    tier, kinds = "", row.get("kinds") or ()
    begins, ends = row.get("from_cents") or 0, row.get("to_cents")
    if ends is not None:
        tier = f", {dollars(begins)} to {dollars(ends)}"
    elif begins:
        tier = f", from {dollars(begins)}"
    of = f" of {', '.join(map(wager, kinds))}" if kinds else ""
    payer, basis = dict(PAYERS)[row["role"]], _BY[row["basis"]]
    return f"{dollars(row['fee_cents'])} from the {payer}, {basis}{of}{tier}"


def _rate(row: Facts) -> dict[str, Any]:
    """A tier as the file would say it: of game wagers unless it names others."""
    return {name: value for name, value in row.items() if value not in ([], ["game"])}
