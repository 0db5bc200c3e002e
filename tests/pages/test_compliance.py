"""The pages of a gaming day's compliance: verdicts, findings, their evidence, notes, who sees."""

import html
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.house import editing, loading
from cardroom.house_games import GAMES
from cardroom.log import store as log
from cardroom.pages.compliance.reading import WITHHELD
from cardroom.reports import notes, periods, store
from cardroom.reports.kinds import INTEGRITY, IRREGULARITIES, ROTATION, Kind
from cardroom.reports.store import Kept
from tests.cases import HOUSE_FILE
from tests.corrected import from_the_cage, given, round_corrected, voided
from tests.database.test_rotation import simulate
from tests.pages.forms import fields
from tests.pages.people import Person, load_the_house, signed_in
from tests.pages.people import given as given_login
from tests.pages.reading import said, statements, text
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db

DAY: Final = "2026-11-28"
PAGE: Final = f"/admin/compliance/?day={DAY}"


def an_evening(rounds: int = 3) -> Evening:
    """An evening in which P-1001 has the position for so many hands."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def made(kind: Kind = ROTATION, period: str = DAY) -> Kept:
    """The report on what is recorded now."""
    of = periods.month(period) if len(period) == len("2026-11") else periods.day(period)
    return store.make(HOUSE, kind, of, now=clock.now)


def dataset(kept: Kept) -> dict[str, Any]:
    """What is stored."""
    found: dict[str, Any] = json.loads(store.content_of(kept))
    return found


def findings(page: str) -> list[str]:
    """The rows of the findings as words."""
    table = re.search(r'<table class="data found">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    return [said(row) for row in re.findall(r"<tr.*?</tr>", table[1])] if table else []


def test_a_violation_is_told_as_it_is_stored_and_leads_to_its_evidence() -> None:
    an_evening()
    kept = made()
    (found,) = dataset(kept)["findings"]
    page = text(signed_in("compliance"), PAGE)
    assert 'class="verdict breach"' in page
    assert "1 violation, by table: T01 (1)." in page
    assert "T01 can't be cleared: the day is not attested." in page
    (row,) = findings(page)
    for word in ("R1", "violation", "T01", "P-1001", found["detail"], "open", "add a note"):
        assert word in row
    assert len(found["positions"]) == 3
    for number, position in enumerate(found["positions"], 1):
        assert f'href="/admin/rounds/{TABLE}/{number}/?at={position}">{position}</a>' in page
    assert f'href="/admin/rounds/{TABLE}/events/?at={found["positions"][0]}"' in page
    assert kept.digest in page
    replay = text(signed_in("supervisor"), f"/admin/rounds/{TABLE}/3/?at={found['positions'][2]}")
    assert "round 3" in replay


def test_what_cannot_be_judged_is_indeterminate_in_the_same_place_and_says_why() -> None:
    an_evening(2)
    made()
    page = text(signed_in("audit"), PAGE)
    assert 'class="verdict warn"' in page
    assert "Indeterminate" in said(page)
    assert "T01 can't be cleared: the day is not attested." in page
    assert "That clears nobody: evidence is missing, as said above." in page
    assert "No violation found" not in said(page)


def test_a_clean_day_with_all_its_evidence_is_said_to_be_one() -> None:
    load_the_house()
    simulate(3, 6)
    report = dataset(made())
    page = text(signed_in("supervisor"), PAGE)
    assert 'class="verdict run"' in page
    assert f"All evidence of {report['hands']} hands at 1 table is there" in page
    assert "1 no violation found" in said(page)


def test_a_day_of_which_nothing_is_kept_has_no_verdict_at_all() -> None:
    an_evening()
    page = said(text(signed_in("supervisor"), PAGE))
    assert "so nothing is said of it: neither that a rule was broken nor that none was" in page
    assert not {"Violations", "Indeterminate"} & set(page.split())
    assert "Make it now" in page


def test_a_superseded_finding_stays_struck_and_counts_for_nothing() -> None:
    evening = an_evening()
    made()
    position = from_the_cage(
        evening, round_corrected(evening, 2, voided(given(evening)))
    ).positions[0]
    made()
    page = text(signed_in("compliance"), PAGE)
    assert "<del>R1</del>" in page
    (row,) = findings(page)
    assert f"superseded by event {position:,}" in row
    assert "Violations 0" in said(page)
    assert findings(text(signed_in("compliance"), f"{PAGE}&show=superseded")) == [row]
    assert "No finding is like that." in text(signed_in("supervisor"), f"{PAGE}&show=counted")


def test_filters_stand_in_the_address_and_narrow_the_findings() -> None:
    evening = an_evening(5)
    made()
    person = signed_in("compliance")
    every = findings(text(person, PAGE))
    assert len(every) == 3
    for query, number in (
        ("table=T01", 3), ("table=T02", 0), ("rule=R1", 3), ("rule=R7", 0), ("holder=P-1001", 3),
        ("holder=nobody", 0), ("show=alerts", 0), ("show=open", 3), ("show=nonsense", 3),
    ):  # fmt: skip
        assert len(findings(text(person, f"{PAGE}&{query}"))) == number, query
    one = text(person, f"{PAGE}&table={evening.table}")
    assert "option selected>T01</option" in one
    assert "All tables</a>" in one


def test_the_day_moves_by_links_and_no_further_than_today() -> None:
    an_evening(1)
    made()
    person = signed_in("compliance")
    page = text(person, "/admin/compliance/")
    assert "Sat 28 Nov 2026" in page, "the newest day with a verdict"
    assert 'data-key="[" href="/admin/compliance/?day=2026-11-27"' in page
    today = clock.now().date() + timedelta(days=1)
    assert 'data-key="]"' not in text(person, f"/admin/compliance/?day={today}")
    assert 'data-key="]" href="/admin/compliance/?day=2026-11-28"' in text(
        person, "/admin/compliance/?day=2026-11-27"
    )
    assert "There is nothing here" in text(person, "/admin/compliance/?day=yesterday", 404)


def test_a_month_lists_its_days_with_their_verdicts() -> None:
    an_evening()
    made(period="2026-11")
    page = text(signed_in("supervisor"), "/admin/compliance/?month=2026-11")
    assert "November 2026" in page
    assert f'href="/admin/compliance/?day={DAY}">Sat 28 Nov</a>' in page
    assert 'data-key="[" href="/admin/compliance/?month=2026-10"' in page


def test_holders_and_their_hands_are_those_of_the_report() -> None:
    an_evening()
    report = dataset(made())
    page = text(signed_in("compliance"), PAGE)
    for holder in report["holders"]:
        row = rf"<td>{holder['holder']}</td><td>person</td><td class=\"num\">{holder['hands']}</td>"
        assert re.search(row, page), holder
    chart = re.search(r'src="(/admin/compliance/reports/\d+/charts/holders_T01/)"', page)
    assert chart
    drawn = signed_in("audit").get(chart[1])
    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/svg+xml")
    assert b"P-1001" in drawn.content
    assert signed_in("supervisor").get(chart[1].replace("T01", "T09")).status_code == 404


def note_url(page: str) -> str:
    """Where the first finding's note is written."""
    found = re.search(r'href="(/admin/compliance/reports/\d+/note/\?[^"]+)" aria', page)
    assert found
    return found[1]


def noted(kept: Kept) -> list[str]:
    """The texts of a report's notes."""
    return [note.text for note in notes.of(kept)]


def test_a_note_is_refused_without_words_or_with_a_wrong_code_and_stays_typed() -> None:
    an_evening()
    kept, person = made(), signed_in("compliance")
    path = note_url(text(person, PAGE))
    form = fields(text(person, path))
    assert (form["table"], form["round"], form["rule"]) == ("T01", "3", "R1")
    wrong_code = person.phone.wrong()[0] if person.phone else ""
    for typed, sentence in (
        ({"reason": " "}, "Write what you found"),
        ({"reason": "seat 5 was asked"}, "Type the one-time code"),
        ({"reason": "seat 5 was asked", "code": wrong_code}, "That isn't the code"),
    ):
        refused = person.client.post(path, form | typed)
        page = html.unescape(refused.content.decode())
        assert refused.status_code == 422
        assert sentence in page, typed
        assert f"autofocus>{typed['reason'].strip()}</textarea>" in page
        assert fields(page)["id"] == form["id"]
    assert noted(kept) == []


def test_a_note_is_recorded_once_and_stands_beside_its_finding_for_ever() -> None:
    evening = an_evening()
    kept, person = made(), signed_in("compliance")
    path = note_url(text(person, PAGE))
    form = fields(text(person, path)) | {"reason": "the floor had asked seat 5"}
    form["code"] = person.phone.shows(later=1) if person.phone else ""
    for _ in range(2):  # sent twice it is the same event
        answer = person.client.post(path, form)
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert noted(kept) == [form["reason"]]
    page = text(person, PAGE)
    assert "<b>only-compliance</b>" in page
    assert "noted" in findings(page)[0]
    assert findings(text(person, f"{PAGE}&show=open")) == []
    evening.play()
    assert made().revision == 2
    assert form["reason"] in text(signed_in("audit"), PAGE), "whatever revision it is"
    head = log.head(HOUSE, f"cage:{HOUSE}")
    assert head is not None
    (stored,) = [one for one in log.load(HOUSE, head.stream) if one.type == "report.noted"]
    assert stored.recorded_by == "person:only-compliance"


def test_a_note_of_a_finding_that_the_report_has_not_is_refused_and_stays_typed() -> None:
    an_evening()
    kept, person = made(), signed_in("compliance")
    path = f"/admin/compliance/reports/{kept.id}/note/?table=T01&round=2&rule=R1"
    form = fields(text(person, path)) | {"reason": "seat 5 was asked"}
    form["code"] = person.phone.shows(later=1) if person.phone else ""
    refused = person.client.post(path, form)
    page = html.unescape(refused.content.decode())
    assert refused.status_code == 422
    assert "Nothing was recorded: this revision of the report finds no such thing there." in page
    assert f"autofocus>{form['reason']}</textarea>" in page
    assert noted(kept) == []


def test_who_may_count_is_shown_no_report_of_a_day_that_is_on() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    box = {"purpose": "collection", "box_in": "B-1", "removed_by": "drop-1", "witness": "floor-7"}
    evening.post(evening.event("box.changed", box))
    evening.play(3)
    kept = made()
    text(signed_in("compliance"), f"/admin/compliance/reports/{kept.id}/")
    item = {"code": "only-audit", "roles": ["audit", "count"]}
    editing.put(house=HOUSE, kind="person", facts=item, games=GAMES, now=clock.now())
    blind = signed_in("audit")
    text(blind, f"/admin/compliance/reports/{kept.id}/", 403)
    assert WITHHELD in text(blind, PAGE)


def test_a_note_of_the_whole_report_leads_back_to_it_and_to_no_other_site() -> None:
    an_evening(1)
    kept = made()
    person = signed_in("supervisor")
    path = f"/admin/compliance/reports/{kept.id}/note/"
    form = fields(text(person, f"{path}?back=https://elsewhere.example/admin/"))
    shows = person.phone.shows(later=1) if person.phone else ""
    answer = person.client.post(path, form | {"reason": "read", "code": shows})
    assert answer["Location"] == f"/admin/compliance/reports/{kept.id}/"
    assert "read" in text(person, PAGE)


def test_a_tables_events_stand_around_the_one_that_is_asked_for() -> None:
    evening = an_evening()
    person = signed_in("compliance")
    page = text(person, f"/admin/rounds/{TABLE}/events/?at=30")
    positions = [int(one) for one in re.findall(r'class="num" id="p(\d+)"', page)]
    assert positions == [*range(42, 0, -1)]
    assert re.search(r'<tr class="sel"><td class="num" id="p30">', page)
    last = evening.last.last_position
    beyond = text(person, f"/admin/rounds/{TABLE}/events/?at={last + 99}")
    assert f'id="p{last}"' in beyond
    text(person, f"/admin/rounds/{TABLE}/events/?at={'9' * 18}")


def test_irregularities_are_those_of_the_report_with_who_authorised_them() -> None:
    evening = an_evening()
    evening.open_round_and_void()
    report = dataset(made(IRREGULARITIES))
    person = signed_in("compliance")
    page = text(person, f"/admin/compliance/irregularities/?day={DAY}")
    rows = findings(page)
    assert len(rows) == len(report["items"]) + len(report["authorised"])
    (void,) = [row for row in rows if "round.voided voided" in row]
    for word in ("T01", "floor-7", "claimed", "misdeal"):
        assert word in void
    narrowed = findings(text(person, f"/admin/compliance/irregularities/?day={DAY}&code=voided"))
    assert narrowed == [void]
    assert "Nothing is like that." in text(
        person, f"/admin/compliance/irregularities/?day={DAY}&dealer=none-of-ours"
    )


def test_integrity_says_whole_only_when_it_was_verified(settings: Any, tmp_path: Path) -> None:  # noqa: ANN401
    settings.CARDROOM_DATA = tmp_path
    evening = an_evening(1)
    kept = made(INTEGRITY)
    report = dataset(kept)
    page = text(signed_in("audit"), f"/admin/compliance/integrity/?day={DAY}")
    assert 'class="verdict run"' in page
    for head in report["heads"]:
        assert head["hash"] in page
    assert "not witnessed" in page
    assert "no mail server or no address is named" in page
    evening.play()
    made_anew = store.make(HOUSE, INTEGRITY, periods.day("2026-11-27"), now=clock.now)
    assert made_anew.revision == 1
    empty = text(signed_in("compliance"), "/admin/compliance/integrity/?day=2026-11-27")
    assert 'class="verdict warn"' in empty
    assert "Nothing is recorded of the period, so there is nothing to be whole." in empty


def both(role: str) -> Person:
    """Somebody who counts and sees compliance too."""
    text_of_the_house = HOUSE_FILE.read_text(encoding="utf-8")
    text_of_the_house += f'\n[[people]]\ncode = "both"\nroles = ["{role}", "count"]\n'
    text_of_the_house += '\n[[people]]\ncode = "only-audit"\nroles = ["audit"]\n'
    loading.load(text_of_the_house, path="house.toml", games=GAMES, now=clock.now())
    person = given_login("both")
    assert person.sign_in().status_code == 302
    return person


@pytest.mark.parametrize("role", ["compliance", "supervisor"])
def test_who_may_count_too_is_told_no_fees_and_no_events_of_uncounted_boxes(role: str) -> None:
    person = both(role)
    evening = Evening()
    evening.open()
    box = {"purpose": "collection", "box_in": "B-1", "removed_by": "drop-1"}
    evening.post(evening.event("box.changed", box))
    evening.play()
    evening.post(evening.fee(1, 300))
    kept = made(IRREGULARITIES)
    inspector, path = signed_in("audit"), f"/admin/compliance/irregularities/?day={DAY}"
    assert findings(text(inspector, path))
    withheld = text(person, path)
    assert "you may count" in withheld
    assert findings(withheld) == []
    assert kept.digest not in text(person, "/admin/compliance/reports/")
    assert kept.digest in text(inspector, "/admin/compliance/reports/")
    for part in ("", "files/json/", "files/pdf/", "charts/items_by_code/"):
        address = f"/admin/compliance/reports/{kept.id}/{part}"
        assert person.get(address).status_code == 403, part
        assert inspector.get(address).status_code == 200, part
    events = f"/admin/rounds/{TABLE}/events/?at={evening.last.last_position}"
    assert "fee collected</td>" not in text(person, events)
    assert "whose box isn’t counted yet are withheld" in text(person, events)  # noqa: RUF001
    assert "fee collected</td>" in text(inspector, events)


PATHS: Final = (
    PAGE, f"{PAGE}&table=T01", f"/admin/compliance/irregularities/?day={DAY}",
    f"/admin/compliance/integrity/?day={DAY}", f"/admin/rounds/{TABLE}/events/?at=20",
    "/admin/compliance/reports/", "/admin/compliance/due/", "/admin/compliance/schedule/",
    "/admin/compliance/reports/1/",
)  # fmt: skip


def test_a_page_takes_as_many_statements_whatever_was_played(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    settings.CARDROOM_DATA = tmp_path
    evening = an_evening(3)
    first = made()
    made(IRREGULARITIES)
    paths = [path.replace("/1/", f"/{first.id}/") for path in PATHS]
    person = signed_in("supervisor")
    few = {path: statements(person, path, monkeypatch) for path in paths}
    evening.play(6)
    evening.open_round_and_void()
    made()
    made(IRREGULARITIES)
    assert {path: statements(person, path, monkeypatch) for path in paths} == few
    assert max(few.values()) <= 24, few
