"""Whatever happens: findings as they came are those from scratch."""

from collections import Counter
from datetime import date
from random import Random
from typing import Final

import pytest

from tests import simulated
from tests.builders import GAMES
from tests.rotation import Night, Told, by_place, simulated_evening

DAY: Final = date(2026, 11, 28)
SEATS: Final = (1, 3, 5, 7)


class Restless(Night):
    """A table at which anything may happen, and be put right later."""

    def __init__(self, rng: Random, *, profile: str) -> None:
        super().__init__(profile=profile)
        self.rng = rng

    def go_on(self) -> None:
        """Something happens."""
        happens = self.rng.choice(
            [
                *([self.another_hand] * 4),
                self.asked,
                self.asked,
                self.skipped,
                self.misdealt,
                self.came_or_left,
                self.stopped,
                self.paused,
                self.reopened,
                self.put_right,
                self.put_right,
                self.found_again,
            ]
        )
        happens()

    def seat(self) -> int:
        """One of those who stay all night, more often the one who holds the position."""
        there = self.table.rotation.seat
        return there if there in SEATS and self.rng.random() < 0.4 else self.rng.choice(SEATS)

    def another_hand(self) -> None:
        """A whole hand."""
        self.hand(self.seat())

    def skipped(self) -> None:
        """A round isn't reported, the next one is."""
        self.hand(self.seat(), number=self.table.last_round + 2)

    def misdealt(self) -> None:
        """A round is voided, mostly behind its first card."""
        if self.rng.random() < 0.7:
            self.begin(self.seat())
        else:
            self.open_round(pd=self.seat())
        self.void()

    def asked(self) -> None:
        """Some seats are offered the position."""
        for seat in self.rng.sample(SEATS, self.rng.randint(1, 4)):
            self.offer(seat, accepted=self.rng.random() < 0.3)

    def came_or_left(self) -> None:
        """Somebody else sits down or goes, perhaps a company's player."""
        seat = self.rng.choice((2, 4))
        if seat in self.table.seats:
            self.send("seat.left", seat=seat)
        elif self.rng.random() < 0.5:
            code = self.rng.choice(("KN", "LM"))
            player = f"T-{seat}-{len(self.records)}"
            self.send("seat.taken", seat=seat, player=player, kind="tppps", tppps=code)
        else:
            self.send("seat.taken", seat=seat, player=f"Q-{len(self.records)}", kind="patron")

    def stopped(self) -> None:
        """The game stops and begins again."""
        self.send("game.ended", reason=self.rng.choice(("no_player_dealer", "a fight")))
        self.now = self.now.replace(microsecond=self.rng.randrange(1_000_000))
        self.send("game.started", reason="again")

    def paused(self) -> None:
        """A pause."""
        self.send("play.paused", reason="a fill")
        self.send("play.resumed", reason="filled")

    def reopened(self) -> None:
        """The table closes and opens."""
        self.send("table.closed", reason="late")
        self.send("table.opened", offering=self.offering.code, gaming_day="2026-11-28")
        self.send("shoe.loaded", decks=6, continuous=True)
        self.sit(*SEATS)

    def put_right(self) -> None:
        """A round had another player-dealer, or was void after all."""
        settled = [n for n, now in self.rounds.items() if now.settlement is not None]
        told = [n for n in settled if not self.rounds[n].late]
        if not told:
            return
        number = self.rng.choice(settled)
        events = self.given(self.rng.choice(told), self.rng.choice(SEATS))
        if self.rng.random() < 0.2:
            word = {"authorised_by": "floor-7", "reason": "misdeal"}
            events = [*events[:-1], events[-1] | {"type": "round.voided", "data": word}]
        self.correct(events, number=number)

    def found_again(self) -> None:
        """A missing round is reported."""
        told = [n for n, now in self.rounds.items() if now.settlement and not now.late]
        if self.table.missing and told:
            number = self.rng.choice(self.table.missing)[0]
            self.late(number, self.given(self.rng.choice(told), self.rng.choice(SEATS)))


def third_hands(night: Night) -> list[int]:
    """Rounds whose player-dealer was that of the two settled rounds before, counted plainly."""
    settled = sorted(n for n, now in night.rounds.items() if now.phase == "settled")
    who = [night.rounds[number].felt.player_dealer for number in settled]
    return [n for i, n in enumerate(settled) if i > 1 and len({*who[i - 2 : i + 1]}) == 1]


def check(seed: int, profile: str) -> Counter[str]:
    """Play an evening and hold what came of it against all of it judged at its end."""
    night = Restless(Random(f"{profile} {seed}"), profile=profile)  # noqa: S311 - play
    for _ in range(25):
        night.go_on()
    story, scratch = night.story(), night.scratch()
    assert by_place(story.watch.in_force) == by_place(scratch.findings)
    assert story.watch.runs == scratch.runs
    assert story.watch.course.unknown == scratch.course.unknown
    for finding in story.watch.findings:
        assert finding.superseded_by is None or finding.superseded_by > min(finding.positions)
    assert sorted(f.round or 0 for f in scratch.findings if f.rule == "R1") == third_hands(night)
    memory, counted = night.table.rotation, scratch.course.table.rotation
    for name in ("holder", "hands", "player", "seat", "kind", "day"):
        assert getattr(memory, name) == getattr(counted, name), name
    assert night.replayed() == (night.table, night.rounds)
    superseded = len(story.watch.findings) - len(scratch.findings)
    return Counter(found=len(scratch.findings), superseded=superseded)


@pytest.mark.parametrize("profile", ["two_hands", "ca_2076"])
def test_findings_as_they_came_are_those_from_scratch(profile: str) -> None:
    seen = Counter[str]()
    for seed in range(30):
        seen += check(seed, profile)
    assert min(seen["found"], seen["superseded"]) > 30


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["two_hands", "ca_2076"])
def test_findings_as_they_came_are_always_those_from_scratch(profile: str) -> None:
    for seed in range(30, 100):
        check(seed, profile)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_evening_is_clean_and_the_same_from_scratch(game: str, seed: int) -> None:
    table = Told(simulated.rule_set(game))
    assert table.hear(simulated_evening(game, seed, 12))
    assert table.rules() == []
    day = table.story().day(DAY)
    assert (day.verdict, day.evidence.reasons) == ("no_violation_found", ())
    assert not any(
        note.code == "rotation" for record in table.records for note in record.noted.irregularities
    )
