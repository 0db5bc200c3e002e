"""Changes: two revisions of a round side by side, wager by wager and in each person's money."""

from typing import TYPE_CHECKING

from msgspec import Struct, UnsetType

from tables.rounds.replay.explained import Explained

if TYPE_CHECKING:
    from tables.rounds.replay.told import Revision

Key = tuple[int, str, str, int]


class LineChange(Struct, frozen=True, kw_only=True):
    """A wager that came out otherwise; None where a revision doesn't have it."""

    seat: int
    player: str
    kind: str
    hand: int | None
    was: Explained | None
    now: Explained | None


class PersonChange(Struct, frozen=True, kw_only=True):
    """What a person won or lost in both, in cents; `difference_cents` is what he gets now."""

    player: str
    is_player_dealer: bool
    was_cents: int
    now_cents: int
    difference_cents: int


class Change(Struct, frozen=True, kw_only=True):
    """From one revision to the next; `now` is None where a void took everything back."""

    was: int | None
    now: int | None
    lines: tuple[LineChange, ...]
    same: int
    people: tuple[PersonChange, ...]


def change(was: "Revision | None", now: "Revision | None") -> Change:
    """What differs; what a person gets adds up to nothing over all of them."""
    before, after = _lines(was), _lines(now)
    keys = sorted(before.keys() | after.keys(), key=lambda key: _order(key, before, after))
    differing = [key for key in keys if _meant(before.get(key)) != _meant(after.get(key))]
    return Change(
        was=None if was is None else was.number,
        now=None if now is None else now.number,
        lines=tuple(
            LineChange(
                seat=seat,
                player=player,
                kind=kind,
                hand=hand or None,
                was=before.get((seat, player, kind, hand)),
                now=after.get((seat, player, kind, hand)),
            )
            for seat, player, kind, hand in differing
        ),
        same=len(keys) - len(differing),
        people=_people(was, now),
    )


def _lines(revision: "Revision | None") -> dict[Key, Explained]:
    lines = () if revision is None else revision.lines
    return {
        (one.line.seat, one.line.player, one.line.kind, one.line.hand or 0): one for one in lines
    }


def _order(key: Key, before: dict[Key, Explained], after: dict[Key, Explained]) -> tuple[int, int]:
    """In the order of the later settlement; what that lacks comes last."""
    found = after.get(key)
    return (0, found.line.order) if found is not None else (1, before[key].line.order)


def _meant(one: Explained | None) -> tuple[object, ...] | None:
    """What makes two lines the same."""
    if one is None:
        return None
    line = one.line
    odds: str | UnsetType = line.odds
    moved = (line.stake_cents, line.paid_cents, line.collected_cents, line.returned_cents)
    return (line.result, odds, *moved, one.cards if line.hand is not None else ())


def _people(was: "Revision | None", now: "Revision | None") -> tuple[PersonChange, ...]:
    """Everybody whose money differs, the player-dealer last."""
    before, after = _money(was), _money(now)
    return tuple(
        PersonChange(
            player=key[1],
            is_player_dealer=key[0],
            was_cents=before.get(key, 0),
            now_cents=after.get(key, 0),
            difference_cents=after.get(key, 0) - before.get(key, 0),
        )
        for key in sorted(before.keys() | after.keys())
        if before.get(key, 0) != after.get(key, 0)
    )


def _money(revision: "Revision | None") -> dict[tuple[bool, str], int]:
    """What each person won, less what he lost; the player-dealer's net with the rest reversed."""
    if revision is None:
        return {}
    found: dict[tuple[bool, str], int] = {}
    for one in revision.lines:
        key = (False, one.line.player)
        won = one.line.paid_cents - one.line.collected_cents
        found[key] = found.get(key, 0) + won
    found[True, revision.player_dealer] = revision.settlement.player_dealer_net_cents
    return found
