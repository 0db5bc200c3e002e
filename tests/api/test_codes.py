"""One-time codes over HTTP, as the contract tells of them, sentence by sentence."""

from collections.abc import Callable
from typing import Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.verify import Counts, verify
from tests.api.club import JSON, body, load_house, refused
from tests.api.scene import Scene, a_scene
from tests.phones import a_phone

pytestmark = pytest.mark.django_db

FLOOR: Final[JSON] = {"authorised_by": "floor-7", "reason": "all agreed"}
SUPERVISOR: Final[JSON] = {"authorised_by": "sup-1", "reason": "seen on camera"}
# A refolded round tells again what was noted, by the codes of irregularities.
CODES: Final = """
SELECT type, body FROM log_event WHERE type <> 'round.refolded'
    AND stream_id NOT IN (SELECT id FROM log_head WHERE starts_with(stream, 'house:'))
    AND (payload @? '$.data.**.code' OR payload @? '$.override.code')
"""

Told = Callable[..., JSON]
# What is sent from a table, and from the cage, with somebody's word.
FROM_TABLES: Final[list[Told]] = [
    Scene.overridden,
    Scene.waived,
    Scene.refunded,
    Scene.voided,
    lambda scene, **word: scene.incident(authorised_by=word["authorised_by"], **_code(word)),
]
FROM_THE_CAGE: Final[list[Told]] = [
    Scene.corrected,
    Scene.table_corrected,
    lambda scene, **word: scene.voided(1, **word),
]


def _code(word: JSON) -> JSON:
    return {key: value for key, value in word.items() if key == "code"}


def claimed(answer: JSON) -> list[tuple[int, str]]:
    """Which events of a batch are noted for want of a code, and whom they name."""
    notes = [note for note in answer["irregularities"] if note["code"] == "authorisation_claimed"]
    return [(note["index"], note["detail"].split()[1].rstrip(",")) for note in notes]


def authorisation(scene: Scene, answer: JSON, index: int = 0) -> object:
    """What the record of an event says."""
    return scene.stored(answer, index)["noted"].get("authorisation")


@pytest.mark.parametrize("told", FROM_TABLES)
def test_a_valid_code_confirms_what_a_table_sends(told: Told) -> None:
    scene = a_scene()
    event = told(scene, **FLOOR, code=a_phone().shows())
    answer = scene.tablet.record(scene.table, [event])
    assert (authorisation(scene, answer), claimed(answer)) == ("confirmed", [])


@pytest.mark.parametrize("told", FROM_THE_CAGE)
def test_a_valid_code_confirms_what_the_cage_sends(told: Told) -> None:
    scene = a_scene()
    event = told(scene, **SUPERVISOR, code=a_phone("sup-1").shows())
    answer = scene.cage.record(scene.table, [event])
    assert (authorisation(scene, answer), claimed(answer)) == ("confirmed", [])


@pytest.mark.parametrize("told", FROM_TABLES)
@pytest.mark.parametrize("code", [None, "", "12345", "no code", "wrong", "another's"])
def test_without_a_valid_code_it_is_claimed_and_noted(told: Told, code: str | None) -> None:
    scene = a_scene()
    phone, other = a_phone(), a_phone("sup-1")
    words: JSON = {"wrong": phone.wrong()[0], "another's": other.shows()}
    word = FLOOR if code is None else FLOOR | {"code": words.get(code, code)}
    answer = scene.tablet.record(scene.table, [told(scene, **word)])
    assert (authorisation(scene, answer), claimed(answer)) == ("claimed", [(0, "floor-7")])


@pytest.mark.parametrize("told", FROM_THE_CAGE)
def test_a_correction_without_a_valid_code_is_claimed_and_noted(told: Told) -> None:
    scene = a_scene()
    word = SUPERVISOR | {"code": a_phone("sup-1").wrong()[0]}
    answer = scene.cage.record(scene.table, [told(scene, **word)])
    assert (authorisation(scene, answer), claimed(answer)) == ("claimed", [(0, "sup-1")])


def about_secrets() -> list[str]:
    """The statements of the last request that ask for secrets."""
    return [query["sql"] for query in connection.queries if "house_secret" in query["sql"]]


def test_a_batchs_code_is_checked_once_and_confirms_all_its_events() -> None:
    scene = a_scene()
    other = {**scene.overridden(), "override": SUPERVISOR}
    late = scene.evening.event("wager.placed", {**other["data"], "seat": 7}, number=2)
    events = [scene.overridden(), late, other]
    del events[0]["override"]
    other["data"] = {"seat": 4, "kind": "red_flex", "amount_cents": 500}
    word = FLOOR | {"code": a_phone().shows()}
    with CaptureQueriesContext(connection):
        answer = scene.tablet.record(scene.table, events, override=word)
        asked = about_secrets()
    assert len(asked) == 2, asked
    assert [authorisation(scene, answer, index) for index in range(3)] == [
        "confirmed",
        "confirmed",
        "claimed",
    ]
    assert claimed(answer) == [(2, "sup-1")]


def test_a_batch_without_codes_asks_nothing_of_the_secrets() -> None:
    scene = a_scene()
    a_phone()
    with CaptureQueriesContext(connection):
        scene.tablet.record(scene.table, [scene.waived(**FLOOR)], override=FLOOR)
        assert len(connection.queries) > 1
        assert about_secrets() == []


def given_authorisations(scene: Scene, answer: JSON) -> list[str]:
    """What the record of a whole round says of those of its events that somebody answers for."""
    events = scene.stored(answer)["noted"]["events"]
    return [noted["authorisation"] for noted in events if "authorisation" in noted]


def with_words(scene: Scene, waiver: JSON, override: JSON) -> list[JSON]:
    """A whole round in which a fee is waived, and a late wager let stand."""
    *events, end = scene.whole()
    wagers = next(i for i, event in enumerate(events) if event["type"] == "fee.collected")
    fee = {key: scene.waived(**waiver)[key] for key in ("type", "occurred_at", "data")}
    late = {key: scene.overridden(**override)[key] for key in ("type", "occurred_at", "data")}
    return [*events[:wagers], fee, *events[wagers:], {**late, "override": override}, end]


def test_codes_inside_a_corrected_round_confirm_its_own_events() -> None:
    scene = a_scene()
    code = a_phone().shows()
    events = with_words(scene, FLOOR | {"code": code}, FLOOR | {"code": code})
    correction = scene.corrected(events=events, **SUPERVISOR)
    answer = scene.cage.record(scene.table, [correction])
    assert given_authorisations(scene, answer) == ["confirmed", "confirmed"]
    assert authorisation(scene, answer) == "claimed"
    assert claimed(answer) == [(0, "sup-1")]
    other = with_words(scene, FLOOR | {"code": code}, FLOOR)
    again = scene.corrected(events=other, **SUPERVISOR, code=a_phone("sup-1").shows())
    answer = scene.cage.record(scene.table, [again])
    assert given_authorisations(scene, answer) == ["claimed", "claimed"]
    assert authorisation(scene, answer) == "confirmed"
    assert claimed(answer) == [(0, "floor-7"), (0, "floor-7")]


def reported_late(scene: Scene, events: list[JSON]) -> JSON:
    """Round 3, which was left out, given at once by the table."""
    seats = [
        {key: event["data"][key] for key in ("seat", "player", "kind")}
        for event in scene.evening.opening
        if event["type"] == "seat.taken"
    ]
    return scene.event("round.reported_late", {"round": 3, "seats": seats, "events": events})


def with_a_gap(scene: Scene) -> None:
    """Round 2 is voided, round 3 left out, round 4 played."""
    scene.evening.rounds += 1
    scene.tablet.record(scene.table, [scene.voided(**FLOOR), *scene.evening.next_round()])


def test_codes_inside_a_round_reported_late_confirm_its_own_events() -> None:
    scene = a_scene()
    with_a_gap(scene)
    events = with_words(scene, FLOOR | {"code": a_phone().shows()}, SUPERVISOR)
    answer = scene.tablet.record(scene.table, [reported_late(scene, events)])
    assert given_authorisations(scene, answer) == ["confirmed", "claimed"]
    assert authorisation(scene, answer) is None
    assert claimed(answer) == [(0, "sup-1")]


def test_a_floor_settlement_inside_a_round_reported_late_needs_its_code_too() -> None:
    scene = a_scene()
    with_a_gap(scene)

    def late(**word: str) -> list[JSON]:
        end = scene.settled(**FLOOR, **word)
        events = [*scene.whole()[:-1], {key: end[key] for key in ("type", "occurred_at", "data")}]
        return [reported_late(scene, events)]

    said = refused(scene.tablet.post(scene.table, late()), 403, "forbidden")
    assert said["pointer"] == f"/events/0/data/events/{len(scene.whole()) - 1}"
    answer = scene.tablet.record(scene.table, late(code=a_phone().shows()))
    assert given_authorisations(scene, answer) == ["confirmed"]


def test_a_code_is_no_part_of_what_makes_two_sendings_the_same() -> None:
    scene = a_scene()
    phone = a_phone()
    first = scene.overridden(**FLOOR, code=phone.shows())
    second = scene.waived(**FLOOR)
    before = scene.tablet.record(scene.table, [first, second])
    spare = phone.shows(later=1)
    for code in ({}, {"code": phone.wrong()[0]}, {"code": spare}):
        events = [
            {**first, "override": FLOOR | code},
            {**second, "data": {**second["data"], **code}},
        ]
        again = scene.tablet.post(scene.table, events)
        assert again.status_code == 200
        assert body(again)["positions"] == before["positions"]
        assert claimed(body(again)) == claimed(before) == [(1, "floor-7")]
    # A retry asks for no code, and uses none up.
    answer = scene.tablet.record(scene.table, [scene.refunded(**FLOOR, code=spare)])
    assert authorisation(scene, answer) == "confirmed"


def test_a_batch_sent_again_with_something_new_behind_it_needs_a_new_code_for_that() -> None:
    scene = a_scene()
    phone = a_phone()
    word = FLOOR | {"code": phone.shows()}
    known, new, newer = scene.waived(**FLOOR), scene.refunded(**FLOOR), scene.refunded(**FLOOR)
    scene.tablet.record(scene.table, [known, scene.overridden(**word)])
    answer = scene.tablet.record(scene.table, [known, {**new, "override": word}])
    assert authorisation(scene, answer, 1) == "claimed"
    word["code"] = phone.shows(later=1)
    fresh = {**newer, "data": {**newer["data"], "code": word["code"]}}
    answer = scene.tablet.record(scene.table, [known, {**new, "override": word}, fresh])
    assert [authorisation(scene, answer, index) for index in (1, 2)] == ["claimed", "confirmed"]


def test_a_batch_that_is_refused_burns_no_code() -> None:
    scene = a_scene()
    event = scene.overridden(**FLOOR, code=a_phone().shows())
    faulty = scene.event("fee.collected", {"seat": 9, "role": "player", "amount_cents": 1})
    refused(scene.tablet.post(scene.table, [event, {**faulty, "round": 2}]), 422, "rule")
    refused(scene.tablet.post(scene.table, [event], expected_position=1), 409, "position_conflict")
    answer = scene.tablet.record(scene.table, [event])
    assert authorisation(scene, answer) == "confirmed"


def test_a_code_that_was_accepted_confirms_no_other_batch_at_any_table() -> None:
    one, two = (Scene(table) for table in load_house(2))
    word = FLOOR | {"code": a_phone().shows()}
    one.tablet.record(one.table, [one.waived(**word)])
    for scene in (one, two):
        answer = scene.tablet.record(scene.table, [scene.overridden(**word)])
        assert authorisation(scene, answer) == "claimed"
        refused(scene.tablet.post(scene.table, [scene.settled(**word)]), 403, "forbidden")


def test_a_former_phones_code_only_claims() -> None:
    scene = a_scene()
    old, new = a_phone(), a_phone()
    answer = scene.tablet.record(scene.table, [scene.waived(**FLOOR, code=old.shows())])
    assert authorisation(scene, answer) == "claimed"
    answer = scene.tablet.record(scene.table, [scene.overridden(**FLOOR, code=new.shows())])
    assert authorisation(scene, answer) == "confirmed"


@pytest.mark.parametrize("person", ["floor-7", "sup-1"])
def test_a_floor_settlement_from_a_table_needs_a_valid_code(person: str) -> None:
    scene = a_scene()
    phone = a_phone(person)
    word = FLOOR | {"authorised_by": person}
    for code in ({}, {"code": phone.wrong()[0]}, {"code": phone.shows(later=-5)}):
        settlement = scene.settled(**word, **code)
        said = refused(scene.tablet.post(scene.table, [settlement]), 403, "forbidden")
        assert said["pointer"] == "/events/0"
    answer = scene.tablet.record(scene.table, [scene.settled(**word, code=phone.shows())])
    assert authorisation(scene, answer) == "confirmed"
    assert [note["code"] for note in answer["irregularities"]] == ["floor_settled"]
    assert answer["rounds"][0]["phase"] == "settled"


def test_an_overrides_code_does_not_stand_behind_a_floor_settlement() -> None:
    scene = a_scene()
    event = {**scene.settled(**FLOOR), "override": FLOOR | {"code": a_phone().shows()}}
    refused(scene.tablet.post(scene.table, [event]), 403, "forbidden")


def test_guesses_end_in_claims_and_refusals_for_a_while_but_hold_up_no_recording() -> None:
    scene = a_scene()
    phone = a_phone()
    for code in phone.wrong(count=10):
        settlement = scene.settled(**FLOOR, code=code)
        refused(scene.tablet.post(scene.table, [settlement]), 403, "forbidden")
    word = FLOOR | {"code": phone.shows()}
    refused(scene.tablet.post(scene.table, [scene.settled(**word)]), 403, "forbidden")
    answer = scene.tablet.record(scene.table, [scene.overridden(**word), scene.waived(**FLOOR)])
    assert claimed(answer) == [(0, "floor-7"), (1, "floor-7")]
    supervised = FLOOR | {"authorised_by": "sup-1", "code": a_phone("sup-1").shows()}
    answer = scene.tablet.record(scene.table, [scene.settled(**supervised)])
    assert authorisation(scene, answer) == "confirmed"


def everywhere() -> str:
    """Every row of every table, all bytes as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        assert {"log_event", "log_head", "house_secret", "tables_roundrow"} <= set(tables)
        found = []
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - the database's own names
            found += cursor.fetchall()
    return repr([[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in found])


def test_a_code_is_stored_nowhere_and_said_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    scene = a_scene()
    floor, supervisor = a_phone(), a_phone("sup-1")
    word, proven = FLOOR | {"code": floor.shows()}, SUPERVISOR | {"code": supervisor.shows()}
    spoken = SUPERVISOR | {"code": "spoken-code"}
    said = [
        scene.tablet.post(
            scene.table, [scene.waived(**word), scene.incident(**_word(spoken))], override=word
        ),
        scene.tablet.post(scene.table, [scene.settled(**spoken)]),
        scene.tablet.post(scene.table, [scene.overridden(**word, more=1)]),
        scene.tablet.post(scene.table, [scene.overridden(**word)], override={"code": 123456}),
        scene.cage.post(
            scene.table, [scene.corrected(events=with_words(scene, word, spoken), **proven)]
        ),
        scene.cage.post(scene.table, [scene.table_corrected(**proven)]),
    ]
    assert [response.status_code for response in said] == [201, 403, 400, 400, 201, 201]
    told = "".join(response.content.decode() for response in said)
    told += scene.tablet.get(f"tables/{scene.table}/events?limit=500").content.decode()
    stored = everywhere()
    assert "spilled drink" in stored
    for secret in (word["code"], proven["code"], "spoken-code"):
        assert f'"{secret}"' not in stored + told
        assert f"'{secret}'" not in stored + told
        assert secret not in caplog.text
    with connection.cursor() as cursor:
        cursor.execute(CODES)
        assert cursor.fetchall() == []
    for phone in (floor, supervisor):
        assert repr(phone.secret) in stored  # in the one place where it must be
        assert stored.count(repr(phone.secret)) == 1
        assert phone.secret.hex() not in told + caplog.text


def _word(word: JSON) -> JSON:
    return {key: value for key, value in word.items() if key != "reason"}


def test_what_codes_confirmed_is_verified_like_anything_else() -> None:
    scene = a_scene()
    floor, supervisor = a_phone(), a_phone("sup-1")
    scene.tablet.record(scene.table, [scene.settled(**FLOOR, code=floor.shows())])
    scene.cage.record(scene.table, [scene.corrected(**SUPERVISOR, code=supervisor.shows())])
    scene.cage.record(scene.table, [scene.table_corrected(**SUPERVISOR)])
    assert list(verify(Counts())) == []
