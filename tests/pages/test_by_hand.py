"""Rounds settled by hand and of a thousand events on the site: previewed, and then one event."""

import re

import pytest

from tables import queries
from tests.corrected import all_is_proven
from tests.pages.forms import fields
from tests.pages.people import Person, load_the_house, signed_in
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db(transaction=True)
ROUND = f"/admin/rounds/{TABLE}/1/"
SETTLE = f"{ROUND}settle/"


def an_evening(rounds: int = 1) -> Evening:
    """An evening at the first table."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def a_round_that_is_on() -> Evening:
    """The same, its first round without its end."""
    evening = an_evening(0)
    evening.post(*evening.next_round()[:-1])
    return evening


def page(person: Person, path: str, form: dict[str, str] | None = None, status: int = 200) -> str:
    """What a page says, its spaces drawn together."""
    answer = person.get(path) if form is None else person.client.post(path, form)
    assert answer.status_code == status, (path, answer.status_code)
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_floor_manager_settles_a_round_that_is_on_with_preview_reason_and_code() -> None:
    evening = a_round_that_is_on()
    person, phone = signed_in("floor"), a_phone("only-floor")
    assert f'href="{SETTLE}"' in page(person, ROUND)
    form = fields(page(person, SETTLE))
    assert {form[f"collected-{number}"] for number in range(4)} == {"0"}
    form |= {"result-1": "win", "paid-1": "25", "result-2": "lose", "collected-2": "10.00"}
    assert "Say why" in page(person, SETTLE, form | {"do": "preview"}, status=422)
    shown = page(person, SETTLE, form | {"do": "preview", "reason": "the shoe was foul"})
    assert "How it would be settled" in shown
    assert "player-dealer net \N{MINUS SIGN}15" in shown
    assert queries.round_at(HOUSE, TABLE, 1).settlement is None
    record = fields(shown) | {"do": "record"}
    assert "one-time code" in page(person, SETTLE, record, status=422)
    done = person.client.post(SETTLE, record | {"code": phone.shows(later=1)})
    assert (done.status_code, done["Location"]) == (302, ROUND)
    found = queries.round_at(HOUSE, TABLE, 1).settlement
    assert found is not None
    assert found.player_dealer_net_cents == -1_500
    assert {line.rule for line in found.lines} == {"settled_by_floor"}
    assert found.lines[2].returned_cents == found.lines[2].stake_cents - 1_000
    assert "confirmed by code: the shoe was foul" in page(person, ROUND)
    evening.play()
    all_is_proven()
    assert "You may not change a round that is settled" in page(person, SETTLE, status=403)
    assert f'href="{SETTLE}"' not in page(person, ROUND)


@pytest.mark.parametrize(
    ("typed", "said"),
    [({"paid-1": "lots"}, "an amount in dollars is needed"),
     ({"collected-1": "1000000"}, "more is collected than the stake"),
     ({"result-1": "draw"}, "say how it came out")],
)  # fmt: skip
def test_a_wager_that_cannot_be_settled_so_is_marked(typed: dict[str, str], said: str) -> None:
    a_round_that_is_on()
    person = signed_in("floor")
    form = fields(page(person, SETTLE)) | {"do": "preview", "reason": "foul"} | typed
    shown = page(person, SETTLE, form, status=422)
    assert said in shown
    assert 'aria-invalid="true"' in shown
    if "result-1" not in typed:
        assert fields(shown) | typed == fields(shown), "what was typed survives"


def test_more_than_w_moves_only_where_the_floor_lets_it_stand() -> None:
    a_round_that_is_on()
    person, phone = signed_in("floor"), a_phone("only-floor")
    form = fields(page(person, SETTLE)) | {"reason": "paid out of pocket", "do": "preview"}
    form |= {"result-1": "win", "paid-1": "5000"}
    assert "W is $" in page(person, SETTLE, form, status=422)
    shown = page(person, SETTLE, form | {"stands": "on"})
    assert "<b>limit</b>" in shown
    record = fields(shown) | {"do": "record", "code": phone.shows(later=1)}
    assert person.client.post(SETTLE, record).status_code == 302
    noted = page(person, ROUND)
    assert "limit" in noted
    all_is_proven()


def test_a_supervisor_settles_by_hand_what_the_rules_had_settled() -> None:
    an_evening(2)
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    was = queries.round_at(HOUSE, TABLE, 1).settlement
    assert was is not None
    form = fields(page(person, SETTLE))
    by_rules = {(line.seat, line.paid_cents, line.collected_cents) for line in was.lines}
    assert any(paid for _, paid, _ in by_rules)
    assert sum(float(form[f"paid-{n}"]) for n in range(len(was.lines))) * 100 == sum(
        line.paid_cents for line in was.lines
    )
    form |= {"result-0": "push", "paid-0": "0", "collected-0": "0", "reason": "agreed by all"}
    shown = page(person, SETTLE, form | {"do": "preview"})
    assert "What revision 2 changed" in shown
    record = fields(shown) | {"do": "record", "code": phone.shows(later=1)}
    assert person.client.post(SETTLE, record).status_code == 302
    now = queries.round_at(HOUSE, TABLE, 1).settlement
    assert now is not None
    assert (now.revision, now.lines[0].rule) == (2, "settled_by_floor")
    all_is_proven()


def test_a_floor_manager_voids_only_what_is_on() -> None:
    evening = a_round_that_is_on()
    person, phone = signed_in("floor"), a_phone("only-floor")
    form = fields(page(person, f"{ROUND}void/")) | {"reason": "a foul shoe", "do": "record"}
    form["code"] = phone.shows(later=1)
    assert person.client.post(f"{ROUND}void/", form).status_code == 302
    assert "is voided: there is nothing to settle" in page(
        signed_in("supervisor"), SETTLE, status=404
    )
    evening.play()
    page(person, f"/admin/rounds/{TABLE}/2/void/", status=403)
    page(person, f"/admin/rounds/{TABLE}/2/correct/", status=403)


def a_round_of(events: int) -> Evening:
    """An evening whose first round has so many events."""
    evening = an_evening(0)
    opening, *rest = evening.next_round()
    more = [evening.event("card.burned", {}, number=1) for _ in range(events - 35)]
    evening.post(opening, *more, *rest)
    return evening


def test_a_round_of_hundreds_of_events_is_corrected_like_any_other() -> None:
    a_round_of(300)
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    form = fields(page(person, f"{ROUND}correct/"))
    assert form["rows"] == "300"
    name = next(name for name, said in form.items() if said.startswith("seat=4 kind=game"))
    form |= {name: "seat=4 kind=game amount_cents=10000", "reason": "camera", "do": "preview"}
    shown = page(person, f"{ROUND}correct/", form)
    assert "What revision 2 changed" in shown
    assert shown.count("A card is burned") == 265
    record = fields(shown) | {"do": "record", "code": phone.shows(later=1)}
    assert person.client.post(f"{ROUND}correct/", record).status_code == 302
    all_is_proven()


def test_a_list_holds_a_thousand_events_and_says_so() -> None:
    a_round_of(1_000)
    person = signed_in("supervisor")
    form = fields(page(person, f"{ROUND}correct/"))
    ticks = {f"{what}-{at}": "on" for what in ("stands", "gone") for at in range(1_000)}
    full = form | ticks | {"do": "add", "kind": "card.burned", "after": "3"}
    assert "at most 1,000 events" in page(person, f"{ROUND}correct/", full, status=422)
    beyond = form | {f"more-{number}": "" for number in range(4_100)}
    refused = page(person, f"{ROUND}correct/", beyond, status=400)
    assert "This form is too large" in refused
    assert "4,100 fields" in refused
    form |= {"do": "add", "kind": "card.burned", "after": "x"}
    assert "at most 1,000" in page(person, f"{ROUND}correct/", form, status=422)


def test_a_round_of_more_events_than_a_correction_holds_says_so() -> None:
    evening = a_round_of(900)
    more = [evening.event("card.burned", {}, number=2) for _ in range(966)]
    opening, *rest = evening.next_round()
    evening.post(opening, *more)
    evening.post(*rest)
    person = signed_in("supervisor")
    path = f"/admin/rounds/{TABLE}/2/correct/"
    assert "This round has 1,001 events" in page(person, path, status=422)


@pytest.mark.parametrize(
    ("typed", "said"),
    [({"event-3": "wager.placed yesterday 3"}, "its instant can&#x27;t be read"),
     ({"event-3": "wager.placed"}, "its instant can&#x27;t be read"),
     ({"event-3": "no.such 2026-11-28T20:00:00+00:00 3"}, "`no.such` is no event of a round"),
     ({"facts-3": "seat=4 &quot;"}, "isn&#x27;t written as name=value"),
     ({"facts-3": 'seat=4 kind="game'}, "a quotation mark is open at the end"),
     ({"facts-3": "seat=4 kind=game amount_cents=1.5"}, "amount_cents: a whole number is needed"),
     ({"facts-3": "seat=4 kind=gmae amount_cents=100"}, "kind: `gmae` is none of the words"),
     ({"facts-3": "seat=4 kind=game"}, "amount_cents: something has to stand here")],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_said_in_plain_words(
    typed: dict[str, str], said: str
) -> None:
    an_evening()
    person = signed_in("supervisor")
    form = fields(page(person, f"{ROUND}correct/")) | {"do": "preview", "reason": "slip"}
    form["event-3"] = "wager.placed " + form["event-3"].split(" ", 1)[1]
    shown = page(person, f"{ROUND}correct/", form | typed, status=422)
    assert said in shown
    for foreign in ("Expected", "Invalid", "isoformat"):
        assert foreign not in shown


def test_a_wrong_code_is_refused_in_the_demo_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening()
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    form = fields(page(person, f"{ROUND}void/")) | {"reason": "a foul shoe", "do": "record"}
    monkeypatch.setattr("cardroom.pages.asked.needs_code", lambda _: False)
    monkeypatch.setattr("cardroom.pages.one_event.needs_code", lambda _: False)
    wrong = page(person, f"{ROUND}void/", form | {"code": phone.wrong()[0]}, status=422)
    assert "isn&#x27;t accepted" in wrong
    assert queries.round_at(HOUSE, TABLE, 1).phase != "voided"
    assert person.client.post(f"{ROUND}void/", form).status_code == 302
