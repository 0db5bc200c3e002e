"""`odds GAME`: the exact odds of a game's side bets, by the functions that settle them."""

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError

from cardroom.texts import counted
from tables.rules.games import RULE_SETS
from tables.rules.odds import Outcome, SideBetOdds, side_bet_odds
from tables.rules.paytables import PAY_TABLES, PayTable
from tables.rules.ruleset import RuleSet

OWN_ROWS = re.compile(r"\d{1,2}=\d{1,6}(,\d{1,2}=\d{1,6})*", re.ASCII)
TITLES = {"red_flex": ("Red Flex", "red cards"), "buster": ("Buster", "cards")}


class Command(BaseCommand):
    """Prints distribution, house edge, hit frequency and standard deviation of each side bet."""

    help = "Exact odds of each side bet of GAME over a fresh shoe."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """State the options; a pay table is a known one's name or rows such as 2=2,3=3,4=8."""
        parser.add_argument("game", metavar="GAME", help=", ".join(RULE_SETS))
        parser.add_argument("--decks", type=int, default=6, help="1 to 8, default 6")
        for bet in PAY_TABLES:
            flag = f"--{bet.replace('_', '-')}"
            known = ", ".join(PAY_TABLES[bet])
            parser.add_argument(flag, metavar="T", help=f"{known}, or own rows COUNT=ODDS,…")
        parser.add_argument("--soft-17", choices=("hit", "stand"), default="hit")
        parser.add_argument("--json", action="store_true")

    def handle(self, **options: object) -> None:
        """Work out and print."""
        rules = _rule_set(str(options["game"]))
        hits = options["soft_17"] == "hit"
        wanted = {bet: options[bet] for bet in PAY_TABLES if options[bet] is not None}
        found = {
            bet: _odds(_pay_table(bet, text), int(str(options["decks"])), hits_soft_17=hits)
            for bet, text in _chosen(rules, wanted).items()
        }
        if options["json"]:
            self.stdout.write(json.dumps({bet: _facts(odds) for bet, odds in found.items()}))
            return
        draws = "hits" if hits else "stands on"
        shoe = counted(int(str(options["decks"])), "deck")
        self.stdout.write(f"{rules.title}: {shoe}, player-dealer {draws} soft 17")
        if not found:
            self.stdout.write("\nThis game has no side bets.")
        for odds in found.values():
            self.stdout.write("\n" + "\n".join(_page(odds)))


def _rule_set(game: str) -> RuleSet:
    if game not in RULE_SETS:
        raise CommandError(f"unknown game {game!r}; there are {', '.join(RULE_SETS)}")
    return RULE_SETS[game]


def _chosen(rules: RuleSet, wanted: dict[str, object]) -> dict[str, str]:
    """The pay table asked for, else the game's own, for each of its side bets."""
    for bet in wanted:
        if bet not in rules.side_bets:
            raise CommandError(f"{rules.game} has no {bet} wager")
    return {bet: str(wanted.get(bet, rules.paytables[bet])) for bet in rules.side_bets}


def _pay_table(bet: str, text: str) -> PayTable:
    known = PAY_TABLES[bet]
    if text in known:
        return known[text]
    if not OWN_ROWS.fullmatch(text):
        raise CommandError(f"unknown {bet} pay table {text!r}; there are {', '.join(known)}")
    pairs = [row.split("=") for row in text.split(",")]
    rows = {int(count): int(odds) for count, odds in pairs}
    try:
        return PayTable(name=text, bet=bet, rows=rows, open_from=int(pairs[-1][0]))
    except ValueError as error:
        raise CommandError(f"{bet} rows {text!r}: {error}") from None


def _odds(table: PayTable, decks: int, *, hits_soft_17: bool) -> SideBetOdds:
    try:
        return side_bet_odds(table, decks=decks, hits_soft_17=hits_soft_17)
    except ValueError as error:
        raise CommandError(f"--decks: {error}") from None


def _facts(odds: SideBetOdds) -> dict[str, object]:
    return {
        "pay_table": odds.table.name,
        "house_edge": float(odds.house_edge),
        "hit_frequency": float(odds.hit_frequency),
        "standard_deviation": odds.standard_deviation,
        "distribution": [
            {
                "count": row.count,
                "odds": row.odds,
                "probability": float(row.probability),
                "exact": str(row.probability),
            }
            for row in odds.distribution
        ],
    }


def _page(odds: SideBetOdds) -> Iterator[str]:
    """One bet as people read it, in percent."""
    title, counted = TITLES[odds.table.bet]
    yield f"{title}, pay table {odds.table.name}"
    yield f"  {counted:<14}{'pays':>10}{'chance':>14}"
    for row in odds.distribution:
        yield f"  {_label(row, odds.table):<14}{_pays(row):>10}{float(row.probability):>14.6%}"
    yield f"  house edge          {float(odds.house_edge):>8.3%}"
    yield f"  hit frequency       {float(odds.hit_frequency):>8.3%}"
    yield f"  standard deviation  {odds.standard_deviation:>8.3f}"


def _label(row: Outcome, table: PayTable) -> str:
    if row.count is None:
        return "otherwise"
    return f"{row.count} or more" if row.count == table.open_from else str(row.count)


def _pays(row: Outcome) -> str:
    return "loses" if row.odds is None else f"{row.odds} to 1"
