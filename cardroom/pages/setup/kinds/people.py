"""The forms of people and tables, of shifts and the house itself."""

from typing import Final

from cardroom.pages.setup.fields import OWN_CODE, Field, Shape
from cardroom.pages.setup.kinds.around import Around, code
from cardroom.staff.rights import GROUPS

ROLES: Final = (
    *((role, word) for role, word in GROUPS.items() if role != "admin"),
    ("house_player", "house player"),
)
_BY_AMOUNT: Final = "In dollars; left empty, none but the percentage holds. With both, the smaller."
_BY_SHARE: Final = "In percent of what was {}; left empty, none but the amount holds."


def person(_: Around) -> Shape:
    """Somebody who works for the house."""
    return (
        code(help="An opaque code, as on the badge: floor-7. The record is for ever: no names."),
        Field(
            "login",
            "Signs in as",
            "The name to sign in with, chosen like a code; left empty, the code is the name.",
            optional=True,
        ),
        Field(
            "roles",
            "Roles",
            "What they may see, do and authorise, from this moment on. A cashier, counter or drop"
            " team member sees no fee of a box before it is counted, whatever else they are.",
            "many",
            ROLES,
        ),
    )


def table(_: Around) -> Shape:
    """A table of the floor."""
    return (code(help="As it stands on the felt: T07. Its table system records under this code."),)


def shift(_: Around) -> Shape:
    """A shift."""
    return (
        code(help="Such as day, swing or grave."),
        Field(
            "starts",
            "Starts at",
            "By the house's clock, of 24 hours: 14:00. It lasts until the next one starts.",
            "clock",
        ),
    )


def house(_: Around) -> Shape:
    """The establishment's own settings."""
    return (
        Field(OWN_CODE, "Code", "A house keeps its code.", fixed=True),
        Field("name", "Name", "As it stands on the licence, on reports and on dispute sheets."),
        Field("timezone", "Time zone", "As in America/Los_Angeles; from the next gaming day on."),
        Field(
            "gaming_day_starts",
            "Gaming day starts at",
            "By the house's clock, of 24 hours: 06:00; from the next gaming day on.",
            "clock",
        ),
        Field(
            "sandbox",
            "Sandbox",
            "Every page says that this house isn't real, and rounds may be simulated in it.",
            "tick",
        ),
        Field(
            "void_fee",
            "Fee of a voided round",
            "Whether the collection fee goes back to the players with their wagers.",
            "choice",
            (("kept", "is kept"), ("refunded", "is refunded")),
        ),
        Field(
            "box_policy-collector_differs_from_counters",
            "Whoever took the box may not count it",
            type="tick",
        ),
        Field(
            "box_policy-counters", "Counters", "How many people count each drop box.", type="whole"
        ),
        Field(
            "box_policy-signer_differs_from_counters",
            "Somebody who did not count it signs the count",
            type="tick",
        ),
        *_tolerances("assess", "Fees may be off by", "expected"),
        *_tolerances("count", "A count may be off by", "collected"),
    )


def _tolerances(of: str, label: str, base: str) -> Shape:
    """How far money may be off before somebody has to explain it, by amount and by share."""
    share = _BY_SHARE.format(base)
    return (
        Field(f"tolerances-{of}_cents", f"{label}, $", _BY_AMOUNT, "money", optional=True),
        Field(f"tolerances-{of}_basis_points", f"{label}, %", share, "percent", optional=True),
    )
