"""What makes a house file sound, section by section; the first fault found is raised."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from zoneinfo import available_timezones

from cardroom.house.document import HouseFile, PaytableSection, TpppsSection
from cardroom.house.faults import Fault, typed, unknown
from cardroom.house.games import GameFacts, SideBetFacts
from cardroom.house.toml_lines import Path
from cardroom.texts import unseen_in

# Odds to one; the highest published pay table ends at 300.
_MOST_ODDS = 10_000
# Asked of the machine once: it reads hundreds of files for the answer.
_timezones = cache(available_timezones)


def check_seen(said: object, path: Path = ()) -> None:
    """No text of a house, and no key, has a character that nobody sees."""
    if isinstance(said, str) and (unseen := unseen_in(said)):
        raise Fault(path, unseen)
    if isinstance(said, Mapping):
        for key, value in said.items():
            check_seen(key, (*path, key))
            check_seen(value, (*path, key))
    elif isinstance(said, Sequence) and not isinstance(said, str):
        for place, value in enumerate(said):
            check_seen(value, (*path, place))


def check_house(file: HouseFile) -> None:
    """The zone exists; no code, login, badge or starting time is given twice."""
    if file.house.timezone not in _timezones():
        raise Fault(("house", "timezone"), f"unknown timezone {file.house.timezone!r}")
    for section in (
        "shifts",
        "people",
        "tppps",
        "paytables",
        "fee_schedules",
        "offerings",
        "tables",
    ):
        codes = [((section, i, "code"), item.code) for i, item in enumerate(getattr(file, section))]
        _distinct("code", codes)
    _distinct("start", [(("shifts", i, "starts"), s.starts) for i, s in enumerate(file.shifts)])
    logins = [(("people", i, "login"), person.login) for i, person in enumerate(file.people)]
    _distinct("login", [(path, login) for path, login in logins if login is not None])
    for index, person in enumerate(file.people):
        roles = person.roles
        _distinct("role", [(("people", index, "roles", i), role) for i, role in enumerate(roles)])


def check_tppps(file: HouseFile, games: Mapping[str, GameFacts]) -> None:
    """Contracts end after they begin and name known games; a badge belongs to one company."""
    for index, company in enumerate(file.tppps):
        _check_contract(company, games, ("tppps", index))
    _distinct(
        "badge",
        [
            (("tppps", index, "badges", i), badge if isinstance(badge, str) else badge.number)
            for index, company in enumerate(file.tppps)
            for i, badge in enumerate(company.badges)
        ],
    )


def _check_contract(company: TpppsSection, games: Mapping[str, GameFacts], path: Path) -> None:
    if company.contract_to < company.contract_from:
        raise Fault((*path, "contract_to"), "the contract ends before it begins")
    for i, game in enumerate(company.games):
        if game not in games:
            raise Fault((*path, "games", i), unknown("game", game, games))
    for i, hours in enumerate(company.hours):
        if hours[:5] == hours[6:]:
            raise Fault((*path, "hours", i), f"{hours} is no time at all; all day is 00:00-23:59")


def check_paytables(file: HouseFile, games: Mapping[str, GameFacts]) -> None:
    """Own pay tables are for a side bet that some game has, and have rows as that bet counts."""
    bets = {bet: facts for game in games.values() for bet, facts in game.side_bets.items()}
    for index, table in enumerate(file.paytables):
        path = ("paytables", index)
        if table.bet not in bets:
            raise Fault((*path, "bet"), unknown("side bet", table.bet, bets))
        if table.code in bets[table.bet].paytables:
            raise Fault((*path, "code"), f"{table.code!r} is the name of a published pay table")
        _check_rows(table, bets[table.bet], (*path, "rows"))


def _check_rows(table: PaytableSection, bet: SideBetFacts, path: Path) -> None:
    if not table.rows:
        raise Fault(path, "a pay table has at least one row")
    lowest = 1
    for count, (key, value) in enumerate(table.rows.items(), start=bet.first_count):
        if key != str(count):
            raise Fault(
                (*path, key),
                f"expected the row {count}: {table.bet} rows are numbered"
                f" from {bet.first_count} without a gap",
            )
        odds = typed(value, int, (*path, key))
        if not lowest <= odds <= _MOST_ODDS:
            raise Fault(
                (*path, key),
                f"expected odds from {lowest} to {_MOST_ODDS}, which never fall as the count rises",
            )
        lowest = odds


def _distinct(what: str, named: Iterable[tuple[Path, str]]) -> None:
    seen: set[str] = set()
    for path, name in named:
        if name in seen:
            raise Fault(path, f"the {what} {name!r} is given twice")
        seen.add(name)
