"""Whose word counts for what, over HTTP: people, their roles, and the keys that they come by."""

from collections.abc import Callable
from typing import Final

import pytest

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tests.api.club import JSON, issue, load_house, refused
from tests.api.scene import Scene, a_scene
from tests.cases import HOUSE_FILE
from tests.phones import a_phone

pytestmark = pytest.mark.django_db

Told = Callable[..., JSON]

REASON: Final = {"reason": "all agreed"}
IN_DATA: Final = "/data/authorised_by"
IN_OVERRIDE: Final = "/override/authorised_by"

# What the floor or a supervisor may let stand, from a table; and where the person is named.
BY_THE_FLOOR: Final[list[tuple[Told, str]]] = [
    (Scene.overridden, IN_OVERRIDE),
    (Scene.waived, IN_DATA),
    (Scene.refunded, IN_DATA),
    (Scene.voided, IN_DATA),
    (Scene.settled, IN_DATA),
]
# What a supervisor alone may, from the cage.
BY_A_SUPERVISOR: Final[list[Told]] = [
    Scene.corrected,
    Scene.table_corrected,
    lambda scene, **word: scene.voided(1, **word),
]
WITHOUT_THE_ROLE: Final = ["drop-1", "count-1", "house-1"]
NOBODY: Final = ["nobody", "Floor-7", "floor-7 ", "*"]


def not_allowed(said: JSON, pointer: str) -> None:
    """The refusal of a person who may not."""
    assert (said["rule"], said["pointer"]) == ("authorised_by", f"/events/0{pointer}")
    assert not said["retryable"]


def nothing_was_recorded(scene: Scene, before: JSON) -> None:
    """The table stands where it stood."""
    assert scene.tablet.read(f"tables/{scene.table}") == before


def word_of(person: str, *, coded: bool = False) -> JSON:
    """Somebody's word, with a code or without."""
    word = {"authorised_by": person, **REASON}
    return word | {"code": a_phone(person).shows()} if coded else word


@pytest.mark.parametrize("person", ["floor-7", "sup-1"])
@pytest.mark.parametrize(("told", "_pointer"), BY_THE_FLOOR)
def test_floor_and_supervisor_may_from_a_table(told: Told, _pointer: str, person: str) -> None:
    scene = a_scene()
    answer = scene.tablet.record(scene.table, [told(scene, **word_of(person, coded=True))])
    assert scene.stored(answer)["noted"]["authorisation"] == "confirmed"


@pytest.mark.parametrize(("told", "pointer"), BY_THE_FLOOR)
def test_nobody_else_may_from_a_table_and_no_code_helps(told: Told, pointer: str) -> None:
    scene = a_scene()
    before = scene.tablet.read(f"tables/{scene.table}")
    for person in WITHOUT_THE_ROLE:
        for coded in (False, True):
            event = told(scene, **word_of(person, coded=coded))
            said = refused(scene.tablet.post(scene.table, [event]), 422, "rule")
            not_allowed(said, pointer)
            assert said["detail"].endswith("floor or supervisor")
    for person in NOBODY:
        event = told(scene, **word_of(person))
        said = refused(scene.tablet.post(scene.table, [event]), 422, "rule")
        not_allowed(said, pointer)
        assert said["detail"] == f"`{person}` is nobody of this house"
    nothing_was_recorded(scene, before)


@pytest.mark.parametrize("told", BY_A_SUPERVISOR)
def test_a_supervisor_alone_corrects_and_from_the_cage_alone(told: Told) -> None:
    scene = a_scene()
    before = scene.tablet.read(f"tables/{scene.table}")
    for coded in (False, True):
        event = told(scene, **word_of("sup-1", coded=coded))
        refused(scene.tablet.post(scene.table, [event]), 403, "forbidden")
    for person in ("floor-7", *WITHOUT_THE_ROLE):
        for coded in (False, True):
            event = told(scene, **word_of(person, coded=coded))
            said = refused(scene.cage.post(scene.table, [event]), 422, "rule")
            not_allowed(said, IN_DATA)
    for person in NOBODY:
        event = told(scene, **word_of(person))
        not_allowed(refused(scene.cage.post(scene.table, [event]), 422, "rule"), IN_DATA)
    nothing_was_recorded(scene, before)
    answer = scene.cage.record(scene.table, [told(scene, **word_of("sup-1"))])
    assert scene.stored(answer)["noted"]["authorisation"] == "claimed"


def test_the_cage_sends_nothing_that_a_table_sends() -> None:
    scene = a_scene()
    word = word_of("sup-1", coded=True)
    events = [told(scene, **word) for told, _ in BY_THE_FLOOR]
    events += [scene.incident(), scene.event("dealer.changed", {"dealer": "D-9"})]
    for event in events:
        refused(scene.cage.post(scene.table, [event]), 403, "forbidden")


def test_the_cage_corrects_at_every_table_of_its_house() -> None:
    scenes = [Scene(table) for table in load_house(2)]
    for scene in scenes:
        scenes[0].cage.record(scene.table, [scene.corrected(**word_of("sup-1"))])
        refused(scene.tablet.post("T999", [scene.incident()]), 403, "forbidden")
    refused(scenes[0].tablet.post(scenes[1].table, [scenes[1].incident()]), 403, "forbidden")


@pytest.mark.parametrize("scope", ["count", "audit"])
def test_other_keys_record_nothing(scope: str) -> None:
    scene = a_scene()
    scene.tablet.headers = {"Authorization": f"Bearer {issue(scope)}"}
    for event in (scene.incident(), scene.corrected(**word_of("sup-1"))):
        refused(scene.tablet.post(scene.table, [event]), 403, "forbidden")


def test_a_batchs_override_needs_the_role_for_each_event() -> None:
    scene = a_scene()
    events = [scene.event("dealer.changed", {"dealer": "D-9"}), scene.waived(**word_of("floor-7"))]
    for person in (*WITHOUT_THE_ROLE, *NOBODY):
        response = scene.tablet.post(scene.table, events, override=word_of(person))
        not_allowed(refused(response, 422, "rule"), IN_OVERRIDE)
    scene.tablet.record(scene.table, events, override=word_of("sup-1"))


def test_inside_a_whole_round_each_event_needs_the_role_of_its_own() -> None:
    scene = a_scene()
    *events, end = scene.whole()
    void = {**end, "type": "round.voided"}
    for person in ("drop-1", "nobody"):
        bad = {**void, "data": word_of(person)}
        correction = scene.corrected(events=[*events, bad], **word_of("sup-1"))
        said = refused(scene.cage.post(scene.table, [correction]), 422, "rule")
        not_allowed(said, f"/data/events/{len(events)}{IN_DATA}")
        overridden = [{**events[0], "override": word_of(person)}, *events[1:], end]
        correction = scene.corrected(events=overridden, **word_of("sup-1"))
        said = refused(scene.cage.post(scene.table, [correction]), 422, "rule")
        not_allowed(said, f"/data/events/0{IN_OVERRIDE}")
    by_floor = [*events, {**void, "data": word_of("floor-7")}]
    scene.cage.record(scene.table, [scene.corrected(events=by_floor, **word_of("sup-1"))])


def test_an_incident_is_accepted_whoever_stands_behind_it() -> None:
    scene = a_scene()
    for person in (*WITHOUT_THE_ROLE, *NOBODY):
        answer = scene.tablet.record(scene.table, [scene.incident(authorised_by=person)])
        assert scene.stored(answer)["noted"]["authorisation"] == "claimed"
    answer = scene.tablet.record(scene.table, [scene.incident()])
    assert "authorisation" not in scene.stored(answer)["noted"]
    word = {"authorised_by": "count-1", "code": a_phone("count-1").shows()}
    answer = scene.tablet.record(scene.table, [scene.incident(**word)])
    assert scene.stored(answer)["noted"]["authorisation"] == "confirmed"


def reload(scene: Scene, old: str, new: str) -> None:
    """The house file with words changed is loaded anew."""
    before, _, _ = HOUSE_FILE.read_text(encoding="utf-8").partition("[[tables]]")
    assert old in before
    text = before.replace(old, new, 1) + f'[[tables]]\ncode = "{scene.table}"\n'
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


FLOOR_7: Final = '[[people]]\ncode = "floor-7"\nroles = ["floor"]\n'


def test_who_has_retired_may_no_more_and_is_confirmed_by_no_code() -> None:
    scene = a_scene()
    phone = a_phone()
    waiver = scene.waived(**word_of("floor-7"))
    scene.tablet.record(scene.table, [waiver])
    reload(scene, FLOOR_7, "")
    word = word_of("floor-7") | {"code": phone.shows()}
    for told, pointer in BY_THE_FLOOR:
        said = refused(scene.tablet.post(scene.table, [told(scene, **word)]), 422, "rule")
        not_allowed(said, pointer)
    assert scene.tablet.post(scene.table, [waiver]).status_code == 200
    seen = {"authorised_by": "floor-7", "code": phone.shows()}
    answer = scene.tablet.record(scene.table, [scene.incident(**seen)])
    assert scene.stored(answer)["noted"]["authorisation"] == "claimed"
    reload(scene, "", "")
    answer = scene.tablet.record(scene.table, [scene.overridden(**word)])
    assert scene.stored(answer)["noted"]["authorisation"] == "confirmed"


def test_a_role_counts_from_the_moment_it_is_given_until_it_is_taken() -> None:
    scene = a_scene()
    correction = scene.corrected(**word_of("floor-7"))
    refused(scene.cage.post(scene.table, [correction]), 422, "rule")
    reload(scene, 'roles = ["floor"]', 'roles = ["supervisor"]')
    scene.cage.record(scene.table, [correction])
    scene.tablet.record(scene.table, [scene.waived(**word_of("floor-7"))])
    reload(scene, 'roles = ["floor"]', 'roles = ["cage"]')
    refused(scene.cage.post(scene.table, [scene.corrected(**word_of("floor-7"))]), 422, "rule")
    refused(scene.tablet.post(scene.table, [scene.waived(**word_of("floor-7"))]), 422, "rule")
    assert scene.cage.post(scene.table, [correction]).status_code == 200


def test_an_unauthorised_word_comes_before_any_breach_of_procedure() -> None:
    scene = a_scene()
    late = scene.overridden(**word_of("drop-1"))
    not_allowed(refused(scene.tablet.post(scene.table, [late]), 422, "rule"), IN_OVERRIDE)
    del late["override"]
    said = refused(scene.tablet.post(scene.table, [late]), 422, "procedure")
    assert said["rule"] == "late_wager"
