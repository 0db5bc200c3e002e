"""The forms of offerings and of the house's own pay tables."""

from collections.abc import Mapping
from typing import Final

from cardroom.house.games import SideBetFacts
from cardroom.pages.setup.fields import Field, Options, Rows, Shape
from cardroom.pages.setup.kinds.around import Around, code, wager

POLICIES: Final = {
    "matched_gross": "matched gross",
    "net_absorbing": "net absorbing",
}
PROFILES: Final = {
    "two_hands": "two hands",
    "ca_2076": "CA 2076, in shadow beside two hands",
}


def paytable(around: Around) -> Shape:
    """A pay table of the house's own."""
    bets = {bet: facts for game in around.games.values() for bet, facts in game.side_bets.items()}
    firsts = ", ".join(f"{wager(bet)} from {facts.first_count}" for bet, facts in bets.items())
    return (
        code(help="Not the name of a published pay table."),
        Field("bet", "Side bet", "", "choice", tuple((bet, wager(bet)) for bet in bets)),
        Rows(
            name="rows",
            label="Pays",
            one="row",
            help=f"Odds to one by count, without a gap: {firsts}. The last row is open upwards,"
            " and odds never fall as the count rises.",
            fields=(
                Field("count", "Count", type="whole"),
                Field("odds", "Pays, to 1", type="whole"),
            ),
            say=lambda row: f"{row['count']} pays {row['odds']} to 1",
            of=lambda row: (row["count"], row["odds"]),
            to=lambda pair: {"count": pair[0], "odds": pair[1]},
            keyed=True,
        ),
    )


def offering(around: Around) -> Shape:
    """A game as a table offers it; its limits and pay tables are those of its game."""
    game = around.games.get(around.game)
    return (
        code(
            help="Such as PURE; a table opens with it, and goes on with the version it opened with."
        ),
        Field("game", "Game", "", "choice", around.game_options),
        Field("decks", "Decks", "In the shoe, 1 to 8.", "whole"),
        Field("seats", "Seats", "Circles at the table, up to what the layout has.", "whole"),
        Field(
            "fee_schedule",
            "Fee schedule",
            "Binds its version: when the schedule changes, the offering does as well.",
            "choice",
            around.codes("fee_schedules"),
        ),
        Field(
            "coverage_policy",
            "Coverage",
            "How far W reaches. Matched gross: it shrinks by all that is paid or collected. Net"
            " absorbing: what the player-dealer wins covers further wagers.",
            "choice",
            _named(POLICIES, () if game is None else game.coverage_policies),
        ),
        Field(
            "rotation_profile",
            "Rotation",
            "Which rules judge the position, beside the two-hand rule, which always does.",
            "choice",
            _named(PROFILES, () if game is None else game.rotation_profiles),
        ),
        *(() if game is None else _of_game(around, game.side_bets)),
    )


def _of_game(around: Around, bets: Mapping[str, SideBetFacts]) -> Shape:
    own = around.document["paytables"]
    tables = (
        Field(
            f"paytables-{bet}",
            f"{wager(bet)} pays by",
            "A published pay table, or one of the house's own.",
            "choice",
            _same((*facts.paytables, *(one["code"] for one in own if one["bet"] == bet))),
        )
        for bet, facts in bets.items()
    )
    limits = (
        Field(f"limits-{kind}-{at}", f"{wager(kind)}, {word}, $", "", "money")
        for kind in ("game", *bets, "player_dealer")
        for at, word in enumerate(("least", "most"))
    )
    return (*tables, *limits)


def _named(words: Mapping[str, str], known: tuple[str, ...]) -> Options:
    return tuple((name, words.get(name, name)) for name in known)


def _same(names: tuple[str, ...]) -> Options:
    return tuple((name, name) for name in names)
