"""What the commands about a house have in common: which house, and why something is changed."""

from argparse import ArgumentParser

from cardroom.house import houses


def add_house(parser: ArgumentParser) -> None:
    """Which house is meant."""
    parser.add_argument("--house", metavar="CODE", help="needed where there are several")


def add_reason(parser: ArgumentParser) -> None:
    """Why something is changed."""
    parser.add_argument("--reason", metavar="TEXT", help="kept with the change for ever")


def house_of(code: str | None) -> str:
    """The house that is meant. Raises Missing when it isn't there, or isn't the only one."""
    return houses.only_house() if code is None else houses.facts(code).code
