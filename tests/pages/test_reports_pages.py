"""The pages of reports: kept, asked for, due, handed out, side by side, and scheduled."""

import html
import json
import re
from typing import Any, Final

import pytest

from cardroom import clock, clockwork
from cardroom.due.models import Row
from cardroom.house import houses
from cardroom.house.history.telling import told
from cardroom.reports import asking, periods, store
from cardroom.reports.kinds import FEES, IRREGULARITIES, KINDS, ROTATION, Kind
from cardroom.reports.models import Report
from cardroom.reports.store import Kept
from tests.api.club import Caller, issue
from tests.clockwork.crew import PATIENCE_S, Crew
from tests.faults.places import wait_until
from tests.pages.forms import fields
from tests.pages.people import load_the_house, signed_in
from tests.pages.reading import said, text
from tests.pages.setting_up import code_of
from tests.played import HOUSE, Evening

pytestmark = pytest.mark.django_db

DAY: Final = "2026-11-28"
REPORTS: Final = "/admin/compliance/reports/"
DUE: Final = "/admin/compliance/due/"
SCHEDULE: Final = "/admin/compliance/schedule/"
ASK: Final = f"{REPORTS}ask/"


def an_evening(rounds: int = 3) -> Evening:
    """An evening in which P-1001 has the position for so many hands."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def made(kind: Kind = ROTATION) -> Kept:
    """The report of the day on what is recorded now."""
    return store.make(HOUSE, kind, periods.day(DAY), now=clock.now)


def test_the_list_says_of_each_revision_what_is_stored_of_it() -> None:
    evening = an_evening()
    first, fees = made(), made(FEES)
    evening.play()
    second = made()
    person = signed_in("compliance")
    page = text(person, REPORTS)
    rows = [said(row) for row in re.findall(r"<tr>.*?</tr>", page)][1:]
    assert [row.split()[0] for row in rows] == ["Rotation", "Collection", "Rotation"]
    for kept in (first, fees, second):
        assert kept.digest[:12] in page
    assert "Violations" in rows[0]
    assert html.unescape(second.changes[0]) in rows[0]
    assert "the first" in rows[2]
    only_fees = text(person, f"{REPORTS}?kind=fees&day={DAY}")
    assert fees.digest in only_fees
    assert second.digest not in only_fees
    assert "No report like that is kept." in text(person, f"{REPORTS}?month=2026-10")


def test_the_list_goes_on_page_by_page() -> None:
    an_evening(1)
    made()
    row = Report.objects.get()
    for number in range(2, 34):
        row.pk, row.revision = None, number
        row.save(force_insert=True)
    page = text(signed_in("audit"), REPORTS)
    assert page.count(">JSON</a>") == 30
    older = re.search(r'href="([^"]+)">Older', page)
    assert older
    rest = text(signed_in("supervisor"), older[1])
    assert rest.count(">JSON</a>") == 3
    assert "Older" not in rest


@pytest.mark.parametrize("kind", [ROTATION, IRREGULARITIES, FEES], ids=lambda kind: kind.name)
def test_files_are_byte_for_byte_those_of_the_api(kind: Kind) -> None:
    evening = an_evening(3)
    evening.post(evening.fee(1, 300))
    kept = made(kind)
    auditor, person = Caller(issue("audit")), signed_in("audit")
    for form in ("json", "csv", "xlsx", "pdf"):
        ours = person.get(f"{REPORTS}{kept.id}/files/{form}/")
        theirs = auditor.get(f"reports/{kept.id}?format={form}")
        assert (ours.status_code, ours.content) == (200, theirs.content), form
        for header in ("Content-Type", "Content-Disposition"):
            assert ours[header] == theirs[header]
    assert person.get(f"{REPORTS}{kept.id}/files/docx/").status_code == 404
    assert person.get(f"{REPORTS}999/files/json/").status_code == 404
    assert person.get(f"{REPORTS}{'9' * 40}/files/json/").status_code == 404


def test_a_page_of_a_report_tells_every_figure_of_its_json() -> None:
    evening = an_evening(3)
    evening.post(evening.fee(1, 300))
    kept = made(FEES)
    report: dict[str, Any] = json.loads(store.content_of(kept))
    page = said(text(signed_in("supervisor"), f"{REPORTS}{kept.id}/"))
    for cents in (row["expected_cents"] for row in report["rows"]):
        assert f"${cents / 100:,.2f}" in page
    assert kept.digest in page
    assert kept.software_version in page
    charts = re.findall(r"/charts/(\w+)/", text(signed_in("audit"), f"{REPORTS}{kept.id}/"))
    assert charts == ["variance_by_table"]


def test_two_revisions_stand_side_by_side_with_what_differs() -> None:
    evening = an_evening(2)
    first = made()
    evening.play()
    second = made()
    person = signed_in("compliance")
    one = text(person, f"{REPORTS}{second.id}/")
    for change in second.changes:
        assert change in one
    assert f'href="{REPORTS}{second.id}/?beside={first.id}"' in one
    both = text(person, f"{REPORTS}{second.id}/?beside={first.id}")
    assert "VERDICT: INDETERMINATE" in both
    assert "VERDICT: VIOLATIONS" in both
    assert first.digest in both
    assert second.digest in both
    assert '<td>hands</td><td><del>2</del></td><td class="strong">3</td>' in both
    assert '<span class="mark">new</span>' in both
    turned = said(text(person, f"{REPORTS}{first.id}/?beside={second.id}"))
    assert turned.index("Revision 1 made") < turned.index("Revision 2 made"), "the earlier one left"
    other = made(FEES)
    assert (
        "only revisions of one report"
        in text(person, f"{REPORTS}{second.id}/?beside={other.id}", 404).lower()
    )


def test_a_report_is_asked_for_once_however_often_the_form_is_sent() -> None:
    an_evening()
    person = signed_in("compliance")
    form = {"kind": "rotation", "day": DAY}
    for _ in range(2):
        answer = person.client.post(ASK, form)
        assert (answer.status_code, answer["Location"]) == (
            302,
            f"{REPORTS}?kind=rotation&day={DAY}",
        )
    assert Row.objects.filter(kind="report.rotation", gaming_day=DAY).count() == 1
    page = text(person, answer["Location"])
    assert "pending" in said(page)
    assert 'data-renews="#made"' in page
    assert clockwork.run_due().missed == 0
    part = text(person, f"{DUE}now/?day={DAY}")
    assert "<html" not in part
    assert "asked for" in said(part)
    kept = store.latest(HOUSE, "rotation", DAY)
    assert kept is not None
    assert f'href="{REPORTS}{kept.id}/"' in part
    back = person.client.post(ASK, form | {"back": f"/admin/compliance/?day={DAY}"})
    assert back["Location"] == f"/admin/compliance/?day={DAY}"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"kind": "rotation"}, "Say of which gaming day, or of which month."),
        ({"kind": "tips", "day": DAY}, "There is no report 'tips'"),
        ({"kind": "fees", "day": "28 Nov"}, "A gaming day is a date, 2026-11-28, not '28 Nov'."),
        ({"kind": "fees", "month": "2199-01"}, "2199-01 hasn't begun."),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence_and_stays_typed(
    form: dict[str, str], sentence: str
) -> None:
    an_evening(1)
    answer = signed_in("audit").client.post(ASK, form)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert sentence in page
    for name, value in form.items():
        if name != "kind":
            assert f'name="{name}" value="{value}"' in page
    assert not Row.objects.filter(purpose__startswith="asked").exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_worker_makes_what_the_page_asked_for(crew: Crew) -> None:
    an_evening()
    person = signed_in("compliance")
    crew.join("reports")
    person.client.post(ASK, {"kind": "rotation", "day": DAY})
    wait_until(lambda: "done" in said(text(person, f"{DUE}now/?day={DAY}")), PATIENCE_S)
    page = text(person, f"/admin/compliance/?day={DAY}")
    assert 'class="verdict breach"' in page
    assert Report.objects.count() == 1


def test_what_was_given_up_is_red_with_its_error_and_can_be_tried_again() -> None:
    an_evening(1)
    asked = asking.ask(HOUSE, "rotation", periods.day(DAY), clock.now())
    Row.objects.filter(pk=asked.id).update(status="failed", attempts=8, error="OSError: no ink")
    person = signed_in("supervisor")
    page = text(person, DUE)
    row = re.search(r'<tr class="breach">.*?</tr>', page)
    assert row
    for word in ("failed", "Rotation of the player-dealer", DAY, "asked for", "8", "no ink"):
        assert word in said(row[0])
    assert "Due 1 given up" in said(text(person, f"/admin/compliance/?day={DAY}"))
    retry = f"{DUE}{asked.id}/retry/"
    assert f'action="{retry}"' in row[0]
    for _ in range(2):
        assert person.client.post(retry).status_code == 302
    assert asking.one(HOUSE, asked.id).status == "pending"
    assert '<tr class="breach">' not in text(person, DUE)
    assert clockwork.run_due().missed == 0
    done = said(text(person, f"{DUE}now/"))
    assert "Nothing waits, and nothing was given up." in done
    assert person.get(retry).status_code == 302
    assert person.client.post(f"{DUE}999/retry/").status_code == 404


def test_what_is_due_goes_on_page_by_page_and_says_what_comes_next() -> None:
    an_evening(1)
    for number in range(40):
        asking.ask(HOUSE, "fees", periods.day(DAY), clock.now())
        Row.objects.filter(status="pending", kind="report.fees").update(
            status="done", done_at=clock.now(), purpose=f"asked {number}"
        )
    person = signed_in("audit")
    page = text(person, DUE)
    assert page.count("done</span>") == 30
    older = re.search(r'href="([^"]+)">Older', page)
    assert older
    rest = text(person, older[1])
    assert rest.count("done</span>") == 10
    assert "Next by the schedule" not in rest
    for kind in KINDS.values():
        assert kind.title in said(page)


def test_the_schedule_is_changed_with_preview_reason_and_code_as_one_event() -> None:
    load_the_house()
    person = signed_in("supervisor")
    form = fields(text(person, SCHEDULE))
    assert form["wait-fees"] == "0"
    form |= {"wait-fees": "360", "reason": "the count is at ten", "do": "preview"}
    del form["daily-integrity"]
    preview = html.unescape(person.client.post(SCHEDULE, form).content.decode())
    assert preview.count('<span class="mark">changed</span>') == 2
    assert "was 0" in said(preview)
    assert "was made" in said(preview)
    assert houses.settings_at(HOUSE, clock.now())[0] == 1
    record = form | {"do": "record", "code": code_of(person)}
    for _ in range(2):  # sent twice it is the same event
        assert person.client.post(SCHEDULE, record).status_code == 302
    version, settings = houses.settings_at(HOUSE, clock.now())
    assert (version, settings.reports.fees.wait_minutes) == (2, 360)
    assert not settings.reports.integrity.daily
    assert settings.reports.integrity.monthly
    *_, change = told(HOUSE, kind="house", code=HOUSE)
    assert (change.recorded_by, change.reason) == ("person:only-supervisor", form["reason"])
    assert "reports" in str(change)
    page = said(text(signed_in("audit"), SCHEDULE))
    assert "never" in page
    assert "Who sets up the house changes it" in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"reason": ""}, "Say why"),
        ({"wait-fees": "soon"}, "whole number from 0 to 1,440"),
        ({"wait-fees": "1441"}, "whole number from 0 to 1,440"),
        ({"wait-fees": "\u00b2"}, "whole number from 0 to 1,440"),
        ({"wait-fees": "0"}, "Nothing would change"),
        ({"seen": "9"}, "have changed since you opened this page"),
        ({"do": "record"}, "Type the one-time code"),
        ({"do": "record", "code": "12 34 5x"}, "That isn't the code"),
        ({"do": "record", "reason": "two\nlines"}, "A reason is one line"),
        ({"do": "record", "reason": "x" * 501}, "A reason is one line"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_and_stays_typed(
    changes: dict[str, str], sentence: str
) -> None:
    load_the_house()
    person = signed_in("supervisor")
    form = fields(text(person, SCHEDULE))
    form |= {"wait-fees": "60", "reason": "later", "do": "preview"} | changes
    answer = person.client.post(SCHEDULE, form)
    page = html.unescape(answer.content.decode())
    assert (answer.status_code, sentence in page) == (422, True), page
    assert f'name="wait-fees" inputmode="numeric" value="{form["wait-fees"]}"' in page
    assert houses.settings_at(HOUSE, clock.now())[0] == 1


@pytest.mark.parametrize("role", ["compliance", "audit", "admin"])
def test_nobody_else_changes_the_schedule(role: str) -> None:
    load_the_house()
    assert signed_in(role).client.post(SCHEDULE, {"do": "record"}).status_code == 403
