"""A table in play, told in a few words: `table.deal({2: "TH 5D"}, "7S TC")`, `table.hit(2, "6C")`.

Every event goes the real way: JSON, codec, admission, fold, and what the service decides after it.
The player-dealer is P-5 at seat 5 unless said; whoever bets at seat n is P-n.
"""

import copy
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

import msgspec

from cardroom.errors import CardroomError
from cardroom.gaming_day import gaming_day
from ledger.rules.fees import Rate, Schedule
from tables.rounds import codec
from tables.rounds.admit.facts import Facts, House, Scene
from tables.rounds.admit.repeated import Said, Words, words
from tables.rounds.admit.whole import late_scene
from tables.rounds.codec import Recorded
from tables.rounds.events import (
    AboutRound,
    CardBurned,
    FeesAssessed,
    Override,
    RoundOpened,
    RoundReportedLate,
    RoundSettled,
    TableFact,
)
from tables.rounds.fold import fold
from tables.rounds.round_fold import begun, fold_round
from tables.rounds.state import Round, Table
from tables.rounds.take import take
from tables.rules.felt import Felt
from tables.rules.games import RULE_SETS
from tables.rules.offering import Offering
from tables.rules.paytables import PAY_TABLES
from tables.rules.settlement import Line

Content = dict[str, Any]

PURE: Final = "pure-21.5"
BUSTER: Final = "no-bust-buster-4.0"
FLYER: Final = "no-bust-21.5"
GAMES: Final = (PURE, BUSTER, FLYER)

NOON: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)  # in Los Angeles
CODE: Final = "123456"  # the one-time code that the house's people have
SCHEDULE: Final = Schedule(
    code="FS-1",
    approval="GEGA-000001",
    option="1",
    effective_from=date(2026, 1, 1),
    rates=(
        Rate(role="player", basis="own_wager", fee_cents=100),
        Rate(role="player_dealer", basis="flat", fee_cents=300),
    ),
)
PEOPLE: Final = {
    "floor-7": frozenset({"floor"}),
    "sup-1": frozenset({"supervisor"}),
    "drop-1": frozenset({"cage"}),
}
FLOOR: Final[Content] = {"authorised_by": "floor-7", "reason": "all agreed"}


def an_offering(game: str, *, version: int = 1, **switches: Any) -> Offering:
    """A game as a table offers it, with switches of its rule set set otherwise."""
    rules = msgspec.structs.replace(RULE_SETS[game], **switches)
    return Offering(
        code=game,
        version=version,
        rules=rules,
        paytables={bet: PAY_TABLES[bet][name] for bet, name in rules.paytables.items()},
        schedule=SCHEDULE,
        rotation_profile="two_hands",
    )


class Play:
    """A table with all that it was told; `now` is the time of the next event."""

    def __init__(self, offering: Offering, *, void_fee: str = "kept") -> None:
        self.table = Table()
        self.offering = offering
        self.rounds: dict[int, Round] = {}
        self.records: list[Recorded] = []
        self.bodies: list[bytes] = []
        self.now = NOON
        self.recorded_at: datetime | None = None
        self.scope = "tables"
        self.counted: set[tuple[str, str]] = set()  # purpose and box
        self.house = House(
            code="EXAMPLE",
            timezone="America/Los_Angeles",
            gaming_day=partial(gaming_day, zone="America/Los_Angeles", starts=time(6)),
            people=PEOPLE,
            offerings={offering.code: offering},
            void_fee=void_fee,
        )

    def find_offering(self, version: int, ruleset_version: int) -> Offering:
        """The only offering there is, whose versions every record names."""
        assert (version, ruleset_version) == (self.offering.version, self.offering.rules.version)
        return self.offering

    @property
    def facts(self) -> Facts:
        """What admission is told; a batch arrives a second after it happened."""
        return Facts(
            house=self.house,
            recorded_at=self.recorded_at or self.now + timedelta(seconds=1),
            offering=self.find_offering,
            past_round=self.rounds.__getitem__,
            is_confirmed=lambda _, code: code == CODE,
            scope=self.scope,
            scene=self.scene,
            bound=lambda fact: None if fact.data is None else self.offering,
            words=self.words,
            is_counted=lambda purpose, box: (purpose, box.box) in self.counted,
        )

    def words(self, number: int) -> Words:
        """The words that were recorded of a round."""
        return words(
            Said(record.occurred_at, record.fact, codec.decode_body(body).override)
            for record, body in zip(self.records, self.bodies, strict=True)
            if record.round == number
        )

    def leaves(self, person: str) -> None:
        """The house retires somebody."""
        people = {code: roles for code, roles in PEOPLE.items() if code != person}
        self.house = msgspec.structs.replace(self.house, people=people)

    def scene(self, number: int) -> Scene:
        """The table as it was when a round opened, and what happened at it until its end."""
        now, table = self.rounds[number], Table()
        if now.late:
            return late_scene(number, now.late, now.felt.offering, now.boxes)
        before = [record for record in self.records if record.position < now.first_position]
        for record in before:
            fold(table, record, self.find_offering)
        during = [
            record
            for record in self.records
            if now.first_position < record.position < now.last_position
            and isinstance(record.fact, TableFact)
        ]
        return Scene(table, during)

    @property
    def round(self) -> Round:
        """The round in play, or the one that was played last."""
        return self.rounds[max(self.rounds)]

    @property
    def felt(self) -> Felt:
        """What lies on the table."""
        return self.round.felt

    def event(self, name: str, *, number: int | None = None, **content: Any) -> codec.Event:
        """An event as the codec reads it; `override` is as sent, or the floor's if it is True."""
        sent: dict[str, Any] = {
            "id": str(UUID(int=len(self.records) + 1)),
            "type": name,
            "occurred_at": self.now.isoformat(),
        }
        override = content.pop("override", None)
        if override:
            sent["override"] = FLOOR if override is True else override
        of_round = codec.CLIENT_TYPES[name].of_round
        if number is not None or of_round:
            sent["round"] = number or self.table.last_round or 1
        sent["data"] = content
        return codec.read_event(json.dumps(sent).encode(), pointer="", override=None)

    def send(self, name: str, *, number: int | None = None, **content: Any) -> list[Recorded]:
        """One event, and what the service decided after it."""
        return self.take(self.event(name, number=number, **content))

    def take(self, event: codec.Event) -> list[Recorded]:
        """One event that was read, and what the service decided after it."""
        taken = take(self.table, event, self.facts, position=len(self.records) + 1)
        records = taken.records
        self._keep(event.data, event.override, records[0])
        for record in records[1:]:
            self._keep(codec.encode_fact(record.fact), None, record)
        if taken.round is not None:
            self.rounds[taken.round.number] = taken.round
        self.now += timedelta(seconds=1)
        return records

    def _keep(self, data: bytes, override: Override | None, record: Recorded) -> None:
        self.records.append(record)
        self.bodies.append(
            codec.encode_body(
                data, round_number=record.round, override=override, noted=record.noted
            )
        )

    def refused(self, name: str, *, number: int | None = None, **content: Any) -> CardroomError:
        """The refusal of an event that must leave the table as it was."""
        before = copy.deepcopy(self.table)
        event = self.event(name, number=number, **content)
        try:
            take(self.table, event, self.facts, position=len(self.records) + 1)
        except CardroomError as refusal:
            assert self.table == before, "a refused event left something"
            return refusal
        raise AssertionError(f"{name} {content} was accepted")

    def noted(self, name: str, *, number: int | None = None, **content: Any) -> list[str]:
        """The codes that an event is recorded with when the floor lets it stand, but fees'."""
        notes = self.send(name, number=number, override=True, **content)[0].noted.irregularities
        return [note.code for note in notes if note.code not in {"authorisation_claimed", "fee"}]

    def breaches(self, name: str, **content: Any) -> str:
        """The code of a breach of procedure: refused by it, and noted by it with an override."""
        refusal = self.refused(name, **content)
        assert refusal.code == "procedure", refusal.detail
        assert refusal.rule is not None
        codes = self.noted(name, **content)
        assert codes[0] == refusal.rule, codes
        return refusal.rule

    def rule(self, name: str, **content: Any) -> str:
        """Why an event can be applied to no state: the refusal, which no override changes."""
        refusal = self.refused(name, **content)
        assert refusal.code == "rule", refusal.detail
        assert self.refused(name, override=True, **content).detail == refusal.detail
        return refusal.detail

    def sit(self, *seats: int) -> None:
        """P-n takes seat n."""
        for seat in seats:
            self.send("seat.taken", seat=seat, player=f"P-{seat}", kind="patron")

    def open_round(self, *, number: int | None = None, w: int = 50_000, pd: int = 5) -> None:
        """A round with the player-dealer's wager."""
        number = number or self.table.last_round + 1
        self.send("round.opened", number=number, player_dealer_seat=pd, wager_cents=w)

    def bet(self, seat: int, cents: int, kind: str = "game", **content: Any) -> None:
        """A wager; a bettor other than P-n is named."""
        self.send("wager.placed", seat=seat, kind=kind, amount_cents=cents, **content)

    def card(self, seat: int, card: str, *, hand: int = 1, **content: Any) -> None:
        """A card to a hand."""
        self.send("card.dealt", to="seat", seat=seat, hand=hand, card=card, face="up", **content)

    def draw(self, *cards: str, **content: Any) -> None:
        """Cards to the player-dealer, face up."""
        for card in cards:
            self.send("card.dealt", to="player_dealer", card=card, face="up", **content)

    def deal(self, seats: Mapping[int, str], dealer: str) -> None:
        """Two cards each in the game's order; the hole card stays down, whatever it will be."""
        rules = self.offering.rules
        up, self.hole = dealer.split()
        pd = self.felt.player_dealer_seat
        first = 1 if rules.deal_from == "seat_1" else pd + 1
        order = sorted(seats, key=lambda seat: (seat - first) % rules.seats)
        down = [rules.first_card_down, rules.hole_card]
        for number, own in enumerate((up, self.hole)):
            for seat in order:
                self.card(seat, seats[seat].split()[number])
            self.send(
                "card.dealt",
                to="player_dealer",
                card=None if down[number] else own,
                face="down" if down[number] else "up",
            )
        if rules.first_card_down:
            self.send("card.revealed", index=1, card=up)

    def peek(self, *, natural: bool = False) -> None:
        """The hole card is checked."""
        self.send("hole_card.checked", natural=natural)

    def decide(self, seat: int, action: str, *, hand: int = 1, **content: Any) -> None:
        """A decision of the seat's player."""
        self.send("decision.made", seat=seat, hand=hand, action=action, **content)

    def hit(self, seat: int, *cards: str, hand: int = 1) -> None:
        """A hit for each card."""
        for card in cards:
            self.decide(seat, "hit", hand=hand)
            self.card(seat, card, hand=hand)

    def stand(self, *seats: int, hand: int = 1) -> None:
        """These seats stand."""
        for seat in seats:
            self.decide(seat, "stand", hand=hand)

    def double(self, seat: int, cents: int, card: str, *, hand: int = 1) -> None:
        """A double with its one card."""
        self.decide(seat, "double", hand=hand, amount_cents=cents)
        self.card(seat, card, hand=hand)

    def split(self, seat: int, cents: int, *, hand: int = 1) -> None:
        """A split; the second cards come when their turn does."""
        self.decide(seat, "split", hand=hand, amount_cents=cents)

    def insure(self, seat: int, cents: int, **content: Any) -> None:
        """Insurance for the seat's player or the one who is named."""
        self.decide(seat, "insurance", amount_cents=cents, **content)

    def reveal(self, card: str = "") -> None:
        """The hole card is turned up."""
        self.send("card.revealed", index=2, card=card or self.hole)

    def settle(self) -> RoundSettled:
        """The round is completed; what the service settled."""
        settled = self.send("round.completed")[-1].fact
        assert isinstance(settled, RoundSettled)
        return settled

    def whole(self, number: int = 1) -> list[Content]:
        """The events of a round as they were reported, in the form of a whole round."""
        return [
            {
                "type": codec.NAMES[type(record.fact)],
                "occurred_at": record.occurred_at.isoformat(),
                "data": json.loads(content)["data"],
            }
            for record, content in zip(self.records, self.bodies, strict=True)
            if record.round == number and codec.NAMES[type(record.fact)] in codec.GIVEN_TYPES
        ]

    def correct(self, events: list[Content], *, number: int = 1, **more: Any) -> list[Recorded]:
        """A supervisor corrects a round."""
        self.scope = "supervisor"
        records = self.send("round.corrected", **correction(events, number), **more)
        self.scope = "tables"
        return records

    def uncorrectable(self, events: list[Content], *, number: int = 1) -> CardroomError:
        """How a correction is refused."""
        self.scope = "supervisor"
        refusal = self.refused("round.corrected", **correction(events, number))
        self.scope = "tables"
        return refusal

    def replayed(self) -> tuple[Table, dict[int, Round]]:
        """The table and its rounds, folded anew from what the log would store."""
        table, rounds = Table(), dict[int, Round]()
        for record, content in zip(self.records, self.bodies, strict=True):
            stored = _read_back(record, content)
            fact, number = stored.fact, stored.round or 0
            fold(table, stored, self.find_offering)
            if isinstance(fact, RoundOpened | RoundReportedLate):
                rounds[number] = begun(stored, self.find_offering)
            elif isinstance(fact, CardBurned) and number:
                rounds[number].events.append(stored)
            elif isinstance(fact, AboutRound):
                fold_round(rounds[number], stored, fact, self.find_offering)
        return table, rounds

    @property
    def assessed(self) -> FeesAssessed:
        """The fees as they were assessed last."""
        assert self.round.assessed is not None
        return self.round.assessed


def _read_back(record: Recorded, content: bytes) -> Recorded:
    """A record as it comes back from the log, of which its body alone knows the fact."""
    body = codec.decode_body(content)
    assert body.round == record.round
    fact = codec.decode_fact(codec.NAMES[type(record.fact)], codec.VERSION, body.data)
    return msgspec.structs.replace(record, fact=fact, noted=body.noted)


def correction(events: list[Content], number: int = 1) -> Content:
    """What a supervisor says of a round."""
    word = {"authorised_by": "sup-1", "reason": "seen on camera"}
    return {"round": number, "events": events, **word}


def a_table(game: str, *, void_fee: str = "kept", **switches: Any) -> Play:
    """A table that just opened, with a fresh shoe and nobody seated."""
    play = Play(an_offering(game, **switches), void_fee=void_fee)
    play.send("table.opened", offering=game, gaming_day="2026-11-28")
    play.send("shoe.loaded", decks=play.offering.rules.decks)
    return play


def a_round(
    game: str, bets: Mapping[int, int], *, w: int = 50_000, pd: int = 5, **switches: Any
) -> Play:
    """A round with game wagers on the table, nothing dealt; everybody sits who is named."""
    play = a_table(game, **switches)
    play.sit(pd, *bets)
    play.open_round(w=w, pd=pd)
    for seat, cents in bets.items():
        play.bet(seat, cents)
    return play


def dealt(game: str, hands: Mapping[int, str], dealer: str, **options: Any) -> Play:
    """A round that is dealt, each seat with $10; `bets` says otherwise."""
    bets = options.pop("bets", {})
    play = a_round(game, dict.fromkeys(hands, 1_000) | bets, **options)
    play.deal(hands, dealer)
    return play


def line(settled: RoundSettled, seat: int, kind: str = "game", *, hand: int = 1) -> Line:
    """The seated player's line of a seat."""
    number = hand if kind == "game" else None
    found = [
        entry
        for entry in settled.lines
        if (entry.seat, entry.kind, entry.hand, entry.backline) == (seat, kind, number, False)
    ]
    assert len(found) == 1, found
    return found[0]


def results(settled: RoundSettled) -> list[tuple[int, str]]:
    """Seat and result of each line, in the order settled."""
    return [(entry.seat, entry.result) for entry in settled.lines]
