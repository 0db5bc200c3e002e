"""Hands to be judged, told in a few words, and evenings at a table whose position rotates."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

import msgspec

from cardroom.errors import CardroomError
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import Shift, no_shifts
from tables.rounds.rotation.judged import Judged
from tables.rounds.rotation.story import Corrected, Story
from tables.rounds.rotation.turns import turn_of
from tables.rounds.round_fold import begun, fold_round
from tables.rounds.state import Round, Table
from tables.rules.rotation.facts import Bet, Company, Deal, Moved, Person, Reference, Turn
from tables.rules.rotation.findings import Finding
from tables.rules.rotation.memory import Break, Memory
from tables.rules.rotation.settings import Settings
from tables.rules.ruleset import RuleSet
from tests import simulated
from tests.builders import BUSTER, GAMES, Content, Play, an_offering

AT: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)
DAY: Final = date(2026, 11, 28)
SETTINGS: Final = Settings()
KN: Final = Company(
    contract_from=date(2026, 1, 31),
    contract_to=date(2027, 1, 31),
    games=GAMES,
    hours=("06:00-02:00",),
    badges={"KN-11": None, "KN-12": DAY},
    max_tables=2,
)
REFERENCE: Final = Reference(
    house_players=frozenset({"house-1"}), companies={"KN": KN}, local_time=time(12)
)


def patron(seat: int) -> Person:
    """P-n in seat n."""
    return Person(seat, f"P-{seat}")


def company(seat: int, code: str | None = "KN", badge: str | None = "KN-11") -> Person:
    """A TPPPS's player in seat n."""
    return Person(seat, f"T-{seat}", "tppps", code, badge)


def a_turn(person: Person, **facts: Any) -> Turn:
    """Round 7, dealt at position 70."""
    plain: dict[str, Any] = {
        "round": 7,
        "gaming_day": DAY,
        "opened_position": 65,
        "ended_position": None,
        "seat": person.seat,
        "player": person.player,
        "holder": person.holder("company"),
        "game": "no-bust-buster-4.0",
        "profile": "ca_2076",
        "is_dealt": True,
        "counts": True,
        "position": 70,
        "at": AT,
    }
    return Turn(**plain | facts)


def a_deal(
    person: Person,
    *others: Person,
    memory: Memory | None = None,
    reference: Reference = REFERENCE,
    **facts: Any,
) -> Deal:
    """A hand of a person's, with others at the table."""
    return Deal(
        turn=a_turn(person, **facts),
        player_dealer=person,
        seats=tuple(sorted((person, *others), key=lambda each: each.seat)),
        memory=memory or Memory(),
        reference=reference,
    )


def after(
    person: Person,
    hands: int,
    offers: Mapping[int, bool] | None = None,
    *,
    breaks: Iterable[str] = (),
    **facts: Any,
) -> Memory:
    """What so many hands of a person's left, and what was answered since."""
    return Memory(
        holder=person.holder("company"),
        hands=hands,
        positions=[10 * n for n in range(1, hands + 1)],
        player=person.player,
        seat=person.seat,
        kind=person.kind,
        day=DAY,
        offers=dict(offers or {}),
        breaks=[Break(what, 60 + n) for n, what in enumerate(breaks)],
        **facts,
    )


def a_moved(cents: int, *, w: int = 50_000, kept: tuple[str, ...] = ()) -> Moved:
    """What really moved in a round."""
    return Moved(moved_cents=cents, wager_cents=w, kept=kept, positions=(75,))


def bets(*players: str) -> tuple[Bet, ...]:
    """A wager of each."""
    return tuple(Bet(player, 66 + n) for n, player in enumerate(players))


class Rotating(Play):
    """A table whose story is told."""

    def course(self) -> Course:
        """Where its story begins."""
        return Course("T01", Table(), self.find_offering, lambda _: REFERENCE)

    def story(
        self, corrections: Mapping[int, Corrected] | None = None, *, shift: Shift = no_shifts
    ) -> Story:
        """Its events taken one by one; `corrections` are by the position of their event."""
        story = Story(self.course(), self.past_round, shift=shift)
        for record in self.records:
            story.take(record, (corrections or {}).get(record.position))
        return story

    def past_round(self, number: int, until: int) -> Round:
        """A round as it stood behind a position."""
        found: Round | None = None
        for record in self.records[:until]:
            fact = record.fact
            of = fact.round if isinstance(fact, e.WholeRound) else record.round
            if of != number:
                continue
            if found is None:
                found = begun(record, self.find_offering)
            elif isinstance(fact, e.OfRound | e.WholeRound | e.RoundSettled):
                fold_round(found, record, fact, self.find_offering)
        assert found is not None
        return found

    def scratch(self) -> Judged:
        """All of it judged at the end, as it stands then."""
        happened = [r for r in self.records if isinstance(r.fact, e.TableFact) and r.round is None]
        turns = {number: turn_of(now) for number, now in self.rounds.items()}
        return Judged(self.course(), happened, turns)

    def rules(self) -> list[tuple[str, int | None]]:
        """What stands in the end, by rule and round; the same incrementally and from scratch."""
        incremental, scratch = self.story().watch.in_force, self.scratch().findings
        assert by_place(incremental) == by_place(scratch)
        return [(found.rule, found.round) for found in by_place(scratch)]


class Night(Rotating):
    """A table at which people take the position in turn, each hand a few cards long."""

    def __init__(self, *, profile: str = "two_hands", seats: Iterable[int] = (1, 3, 5, 7)) -> None:
        offering = msgspec.structs.replace(an_offering(BUSTER), rotation_profile=profile)
        super().__init__(offering)
        self.send("table.opened", offering=BUSTER, gaming_day="2026-11-28")
        self.send("shoe.loaded", decks=6, continuous=True)
        self.sit(*seats)

    def offer(self, seat: int, *, accepted: bool = True) -> None:
        """A seat is offered the position."""
        self.send("player_dealer.offered", seat=seat, accepted=accepted)

    def decline(self, *seats: int) -> None:
        """These seats don't want it."""
        for seat in seats:
            self.offer(seat, accepted=False)

    def begin(self, pd: int, *, number: int | None = None) -> None:
        """A round opens, somebody else wagers, and his first card comes."""
        self.open_round(pd=pd, number=number)
        self.bettor = next(seat for seat in self.table.seats if seat != pd)
        self.bet(self.bettor, 1_000)
        self.card(self.bettor, "TS")

    def finish(self) -> None:
        """The rest of a hand."""
        self.draw("7S")
        self.card(self.bettor, "9D")
        self.send("card.dealt", to="player_dealer", card=None, face="down")
        self.stand(self.bettor)
        self.reveal("TC")
        self.settle()

    def hand(self, *pds: int, number: int | None = None) -> None:
        """A whole hand of each."""
        for pd in pds:
            self.begin(pd, number=number)
            self.finish()

    def void(self, number: int | None = None, *, by: str = "floor-7") -> None:
        """A round is voided."""
        self.send("round.voided", number=number, authorised_by=by, reason="misdeal")

    def late(self, number: int, events: list[Content], seats: Iterable[int] = (1, 3, 5, 7)) -> None:
        """A missing round, in its seating."""
        there = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in seats]
        self.send("round.reported_late", round=number, seats=there, events=events)

    def given(self, number: int, pd: int) -> list[Content]:
        """A round's events with another player-dealer, whose bettor sits elsewhere."""
        events = json.loads(json.dumps(self.whole(number)))
        seats = [event["data"]["seat"] for event in events if "seat" in event["data"]]
        for event in events:
            if event["type"] == "round.opened":
                event["data"]["player_dealer_seat"] = pd
            elif event["data"].get("seat") == pd:
                event["data"]["seat"] = next(s for s in (1, 3, 5, 7) if s != pd)
        assert seats
        return list(events)

    def attest(self, **said: Any) -> None:
        """The day is attested, truly unless said."""
        dealt = sum(turn_of(now).is_dealt for now in self.rounds.values())
        content = {"last_round": self.table.last_round, "rounds_dealt": dealt} | said
        self.send("day.attested", gaming_day="2026-11-28", **content)


class Told(Rotating):
    """A table that hears what a simulated one sends."""

    def __init__(self, rules: RuleSet) -> None:
        offering = msgspec.structs.replace(
            an_offering(rules.game), code=simulated.OFFERING, rules=rules
        )
        super().__init__(offering)

    def hear(self, events: Iterable[dict[str, Any]]) -> bool:
        """Take events as they come, up to the first that is refused; whether all were taken."""
        for sent in events:
            event = codec.read_event(json.dumps(sent).encode(), pointer="", override=None)
            self.now = event.occurred_at
            try:
                self.take(event)
            except CardroomError:
                return False
        return True


def simulated_evening(game: str, seed: int, rounds: int) -> list[dict[str, Any]]:
    """A simulated evening's events, its gaming day attested."""
    evening = simulated.Evening(simulated.rule_set(game), seed)
    events = evening.open()
    for _ in range(rounds):
        events += evening.play_round().events
    return events + evening.close()


def by_place(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in an order that doesn't tell when they were found."""
    return sorted(findings, key=lambda f: (f.round or 0, f.rule, f.positions, f.detail))


def minutes(number: float) -> timedelta:
    """So many."""
    return timedelta(minutes=number)


def as_recorded(record: Recorded, **data: Any) -> Recorded:
    """A table event that stands otherwise."""
    fact = codec.read_corrected(codec.NAMES[type(record.fact)], data)
    return msgspec.structs.replace(record, fact=fact)
