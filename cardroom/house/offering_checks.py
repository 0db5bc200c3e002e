"""What makes an offering of a house file sound, with the names it uses looked up."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardroom.house.document import HouseFile, OfferingSection
from cardroom.house.faults import Fault, typed, unknown
from cardroom.house.fee_checks import check_no_gap
from cardroom.house.games import GameFacts
from cardroom.house.policies import Cents
from cardroom.house.toml_lines import Path
from cardroom.money import dollars


class _Limit(NamedTuple):
    least_cents: Cents
    most_cents: Cents


def check_offerings(file: HouseFile, games: Mapping[str, GameFacts]) -> None:
    """Each offering's names are known, its limits sound, and its schedule rates what they allow."""
    schedules = [schedule.code for schedule in file.fee_schedules]
    for index, offering in enumerate(file.offerings):
        path: Path = ("offerings", index)
        _known("game", offering.game, games, (*path, "game"))
        _known("fee schedule", offering.fee_schedule, schedules, (*path, "fee_schedule"))
        game = games[offering.game]
        _check_game(offering, game, path)
        _check_paytables(file, offering, game, (*path, "paytables"))
        check_no_gap(file, index, limits(offering, game, (*path, "limits")))


def limits(
    offering: OfferingSection, game: GameFacts, path: Path = ()
) -> dict[str, tuple[int, int]]:
    """The limits by kind of wager, each `(least, most)` in cents."""
    kinds = (*game.wager_kinds, "player_dealer")
    _same_keys("limits", offering.limits, kinds, path)
    return {kind: _limit(offering.limits[kind], (*path, kind)) for kind in kinds}


def paytable_rows(
    file: HouseFile, offering: OfferingSection, game: GameFacts, bet: str
) -> dict[int, int]:
    """The rows of the pay table named for a side bet, the house's own or a published one."""
    name = offering.paytables[bet]
    own = {table.code: table for table in file.paytables if table.bet == bet}
    if name in own:
        return {int(count): odds for count, odds in own[name].rows.items()}
    return dict(game.side_bets[bet].paytables[name])


def _check_game(offering: OfferingSection, game: GameFacts, path: Path) -> None:
    policies, profiles = game.coverage_policies, game.rotation_profiles
    _known("coverage policy", offering.coverage_policy, policies, (*path, "coverage_policy"))
    _known("rotation profile", offering.rotation_profile, profiles, (*path, "rotation_profile"))
    if offering.seats > game.max_seats:
        raise Fault((*path, "seats"), f"{game.slug} has at most {game.max_seats} seats")


def _check_paytables(
    file: HouseFile, offering: OfferingSection, game: GameFacts, path: Path
) -> None:
    _same_keys("pay tables", offering.paytables, tuple(game.side_bets), path)
    for bet, given in offering.paytables.items():
        name = typed(given, str, (*path, bet))
        own = [table.code for table in file.paytables if table.bet == bet]
        _known(f"{bet} pay table", name, [*game.side_bets[bet].paytables, *own], (*path, bet))


def _limit(given: object, path: Path) -> tuple[int, int]:
    least, most = typed(given, _Limit, path)
    if least < 1:
        raise Fault(path, "the least wager is at least one cent")
    if most < least:
        raise Fault(path, f"limits are [least, most]: {dollars(least)} is above {dollars(most)}")
    return least, most


def _same_keys(what: str, given: Mapping[str, object], wanted: tuple[str, ...], path: Path) -> None:
    """Nothing that the game doesn't have, and everything that it has."""
    for key in given:
        _known("kind of wager in this game", key, wanted, (*path, key))
    for key in wanted:
        if key not in given:
            raise Fault(path, f"{key} is missing from the {what}")


def _known(what: str, name: str, known: Iterable[str], path: Path) -> None:
    if name not in known:
        raise Fault(path, unknown(what, name, known))
