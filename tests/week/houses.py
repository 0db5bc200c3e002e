"""The three houses: the cases' one, with names, zones, void fees and schedules of their own."""

from typing import Final, NamedTuple

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tests.cases import HOUSE_FILE

TABLES: Final = ("T01", "T02")
# Who takes boxes off, who watches that, who counts them, and who receives what they counted.
COLLECTOR, WITNESS, COUNTERS, CASHIER = "drop-1", "drop-2", ("count-1", "count-2"), "cage-1"
FLOOR, SUPERVISOR = "floor-7", "sup-1"

_PEOPLE: Final = """
[[people]]
code = "drop-2"
roles = ["drop"]

[[people]]
code = "cage-1"
roles = ["cage"]
"""
_POLICY: Final = "[house.box_policy]"
_FEW_REPORTS: Final = "".join(
    f"[house.reports.{kind}]\ndaily = false\n\n"
    for kind in ("rotation", "irregularities", "integrity")
)
_FLAT: Final = '{ role = "player_dealer", basis = "flat", fee_cents = 200 },'
_BY_ACTION: Final = """\
{ role = "player_dealer", basis = "total_action", to_cents = 20000, fee_cents = 100 },
  { role = "player_dealer", basis = "total_action", from_cents = 20001, fee_cents = 400 },"""


class House(NamedTuple):
    """What is its own; `any_time` says that fees may be paid after the first card."""

    code: str
    zone: str
    any_time: bool = False
    changes: tuple[tuple[str, str], ...] = ()


HOUSES: Final = (
    House("BAY", "America/Los_Angeles"),
    House(
        "SOUTH",
        "America/Los_Angeles",
        changes=(('void_fee = "kept"', 'void_fee = "refunded"'), (_FLAT, _BY_ACTION)),
    ),
    House(
        "MESA",
        "America/Denver",
        any_time=True,
        changes=(('timing = "before_deal"', 'timing = "any_time"'),),
    ),
)


def with_few_reports(house: House) -> House:
    """The same house, where only the fees are reported of each day, all else of the month."""
    return house._replace(changes=(*house.changes, (_POLICY, _FEW_REPORTS + _POLICY)))


def load(house: House) -> None:
    """Load a house with its tables."""
    text, _, _ = HOUSE_FILE.read_text(encoding="utf-8").partition("[[tables]]")
    own = (('code = "CASES"', f'code = "{house.code}"'), ("America/Los_Angeles", house.zone))
    for before, after in (*own, *house.changes):
        assert before in text
        text = text.replace(before, after)
    text += _PEOPLE + "".join(f'\n[[tables]]\ncode = "{table}"\n' for table in TABLES)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())
