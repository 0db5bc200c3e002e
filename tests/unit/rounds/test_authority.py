"""Authority: whose word lets a thing stand, and whether a one-time code stands behind it."""

import pytest
from msgspec import UNSET

from tables.rounds.codec import Recorded
from tests.builders import BUSTER, CODE, FLOOR, Content, Play, a_round, dealt

ELEVEN: Content = {"seat": 2, "action": "stand"}
WAIVED: Content = {"seat": 2, "role": "player", "amount_cents": 100, "reason": "slow service"}
SUPERVISOR: Content = {"authorised_by": "sup-1", "reason": "seen on camera"}


def with_eleven() -> Play:
    """Seat 2 holds 11, on which it may not stand."""
    return dealt(BUSTER, {2: "5S 6D"}, "7S TC")


def claims(records: list[Recorded]) -> tuple[object, list[str]]:
    """What the record says of the authority, and whom it names for want of a code."""
    noted = records[0].noted
    details = [n.detail for n in noted.irregularities if n.code == "authorisation_claimed"]
    return noted.authorisation, [detail.split()[1].rstrip(",") for detail in details]


@pytest.mark.parametrize("person", ["floor-7", "sup-1"])
def test_floor_and_supervisor_let_a_breach_stand(person: str) -> None:
    override = FLOOR | {"authorised_by": person}
    records = with_eleven().send("decision.made", override=override, **ELEVEN)
    assert [note.code for note in records[0].noted.irregularities] == [
        "must_hit",
        "authorisation_claimed",
    ]
    assert claims(records) == ("claimed", [person])


@pytest.mark.parametrize("person", ["drop-1", "nobody"])
def test_another_role_or_nobody_known_is_refused_wherever_it_stands(person: str) -> None:
    play = with_eleven()
    override = FLOOR | {"authorised_by": person}
    refusal = play.refused("decision.made", override=override, **ELEVEN)
    assert (refusal.code, refusal.rule) == ("rule", "authorised_by")
    assert refusal.pointer == "/override/authorised_by"
    for name, content in (
        ("fee.waived", WAIVED),
        ("fee.refunded", WAIVED),
        ("round.voided", {"reason": "misdeal"}),
    ):
        refusal = play.refused(name, authorised_by=person, **content)
        assert (refusal.code, refusal.rule) == ("rule", "authorised_by")
        assert refusal.pointer == "/data/authorised_by"


def test_an_unknown_authoriser_comes_before_a_breach_of_procedure() -> None:
    override = FLOOR | {"authorised_by": "nobody"}
    refusal = with_eleven().refused("decision.made", override=override, **ELEVEN)
    assert refusal.code == "rule"


def test_a_valid_code_confirms_and_a_wrong_one_only_claims() -> None:
    records = with_eleven().send("decision.made", override=FLOOR | {"code": CODE}, **ELEVEN)
    assert claims(records) == ("confirmed", [])
    records = with_eleven().send("decision.made", override=FLOOR | {"code": "0"}, **ELEVEN)
    assert claims(records) == ("claimed", ["floor-7"])


def test_waivers_refunds_and_voids_carry_their_own_code() -> None:
    play = a_round(BUSTER, {2: 1_000})
    for name in ("fee.waived", "fee.refunded"):
        records = play.send(name, authorised_by="floor-7", code=CODE, **WAIVED)
        assert claims(records) == ("confirmed", [])
        records = play.send(name, authorised_by="sup-1", **WAIVED)
        assert claims(records) == ("claimed", ["sup-1"])
    records = play.send("round.voided", reason="misdeal", authorised_by="floor-7", code=CODE)
    assert claims(records) == ("confirmed", [])


def test_an_override_that_wasnt_needed_is_recorded_and_not_noted() -> None:
    records = dealt(BUSTER, {2: "TS 9D"}, "7S TC").send("decision.made", override=True, **ELEVEN)
    assert records[0].noted.irregularities == ()
    assert records[0].noted.authorisation == "claimed"


def test_a_waiver_under_an_override_that_wasnt_needed_is_noted_all_the_same() -> None:
    play = a_round(BUSTER, {2: 1_000})
    records = play.send("fee.waived", override=SUPERVISOR, authorised_by="floor-7", **WAIVED)
    assert claims(records) == ("claimed", ["floor-7"])


def test_a_word_is_noted_where_no_code_stands_behind_it_and_another_is_proven() -> None:
    play = a_round(BUSTER, {2: 1_000})
    proven = SUPERVISOR | {"code": CODE}
    records = play.send("fee.waived", override=proven, authorised_by="floor-7", **WAIVED)
    assert claims(records) == ("claimed", ["floor-7"])
    records = play.send("fee.waived", override=True, authorised_by="floor-7", code=CODE, **WAIVED)
    assert claims(records) == ("claimed", [])


def test_an_incident_is_always_accepted_whoever_stands_behind_it() -> None:
    play = a_round(BUSTER, {2: 1_000})
    records = play.send("incident.noted", text="spilled", authorised_by="nobody")
    assert claims(records) == ("claimed", ["nobody"])
    records = play.send("incident.noted", text="spilled", authorised_by="floor-7", code=CODE)
    assert claims(records) == ("confirmed", [])
    assert claims(play.send("incident.noted", text="spilled")) == (UNSET, [])
