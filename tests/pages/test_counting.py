"""Counting a box at a browser: typed, corrected, signed in person, adjusted, printed."""

import re
from typing import Final
from uuid import uuid4

import pytest

from cardroom.log.rows import rows
from tests.counting import CASH_CENTS
from tests.pages.counting import COUNTS, TYPED, Desk, a_person, queries_of, text
from tests.pages.people import PASSWORD
from tests.phones import a_phone
from tests.played import HOUSE, TABLE
from tests.unit.reports.test_renderings import pages

pytestmark = pytest.mark.django_db(transaction=True)
NO_PASSWORD: Final = "not-the-password"  # noqa: S105 - a wrong one


def counted_events() -> list[str]:
    """The types of the cage's events, in their order."""
    statement = """
        SELECT e.type FROM log_event e JOIN log_head h ON h.id = e.stream_id
        WHERE h.stream = %(stream)b::text ORDER BY e.position
    """
    return [name for (name,) in rows(statement, {"stream": f"cage:{HOUSE}"})]


def noted_of(kind: str) -> list[object]:
    """Who signed by password, by each event of a type."""
    statement = """
        SELECT payload #>> '{noted,by_password}' FROM log_event
        WHERE type = %(type)b::text ORDER BY position
    """
    return [noted for (noted,) in rows(statement, {"type": kind})]


def test_two_count_a_box_each_signs_by_password_and_the_last_signature_accepts() -> None:
    desk = Desk()
    assert desk.start(received_by="cage-1", boxes="7").status_code == 302
    page = desk.page()
    assert "Signing waits for the amounts" in page
    assert desk.enter().status_code == 302
    page = desk.page()
    assert "Still to sign: count-1, then count-2, then a cashier or supervisor" in page
    assert desk.sign("count-1").status_code == 302
    assert "Still to sign: count-2, then a cashier or supervisor who didn't count" in desk.page()
    assert desk.sign("count-2").status_code == 302
    assert desk.sign("cage-1").status_code == 302
    view = desk.view()
    assert (view.status, view.counted_cents, view.boxes) == ("accepted", CASH_CENTS, 7)
    assert view.received_by == "cage-1"
    assert "Every signature is there" in desk.page()
    assert noted_of("count.signed") == ['["count-1"]', '["count-2"]', '["cage-1"]']
    assert noted_of("count.amounts_entered") == [None]


def test_a_signer_may_use_a_code_instead_of_the_password() -> None:
    desk = Desk().entered()
    code = a_phone("count-2").shows()
    assert desk.sign("count-2", f"{code[:3]} {code[3:]}").status_code == 302
    assert [one.by for one in desk.view().signatures] == ["count-2"]
    assert noted_of("count.signed") == [None]
    assert code not in str(rows("SELECT body FROM log_event", {}))


@pytest.mark.parametrize("word", [NO_PASSWORD, "", "123456", "count-2"])
def test_whoever_shows_no_code_or_password_of_their_own_signs_nothing(word: str) -> None:
    desk = Desk().entered()
    page = text(desk.sign("count-2", word), 422)
    assert "count-2" in page
    assert "password" in page or "one-time code" in page
    assert desk.view().signatures == ()
    assert word == "count-2" or not word or f'value="{word}"' not in page


def test_another_ones_password_is_no_signature_and_guesses_are_shut_out() -> None:
    desk = Desk().entered()
    for _ in range(4):
        assert desk.sign("count-2", NO_PASSWORD).status_code == 422
    shut = desk.sign("count-2", NO_PASSWORD)
    assert shut.status_code == 429
    assert desk.sign("count-2").status_code in {422, 429}, "shut out with the right one as well"
    assert desk.view().signatures == ()


@pytest.mark.parametrize("by", ["count-3", "floor-7", "nobody", ""])
def test_who_has_no_part_in_it_cannot_sign(by: str) -> None:
    desk = Desk().entered()
    code = a_phone(by).shows() if by in {"count-3", "floor-7"} else "123456"
    assert "Nothing was recorded" in text(desk.sign(by, code), 422)
    assert desk.view().signatures == ()


def test_who_has_signed_cannot_sign_again() -> None:
    desk = Desk().entered()
    desk.sign("count-1")
    assert "has signed this figure" in text(desk.sign("count-1"), 422)


def test_who_has_no_log_in_has_no_password_to_sign_with() -> None:
    desk = Desk().entered()
    assert "not floor-7's one-time code, nor the password" in text(desk.sign("floor-7"), 422)


def test_what_an_empty_line_lacks_is_said_there_and_nothing_typed_is_lost() -> None:
    desk = Desk()
    desk.start()
    page = text(desk.enter(d200="", d500="1+", d1000="3x20+2"), 422)
    assert "This line is empty; type 0 if there is none." in page
    assert "Type how many pieces" in page
    assert 'value="3x20+2"' in page
    assert desk.view().status == "started"
    assert 'value="3x20+2"' in desk.page(), "it is still there when the sheet is opened again"
    assert desk.enter(d200="0", d500="1", d1000="3x20+2").status_code == 302
    (figure,) = desk.view().figures
    assert figure.denominations == {"100": 4, "500": 1, "1000": 62}
    assert "counted, none" in desk.page()


def test_a_sheet_is_left_and_taken_up_again() -> None:
    desk = Desk()
    desk.start()
    left = desk.post("keep", d100="17+4", d500="")
    assert (left.status_code, left["Location"]) == (302, COUNTS)
    script = {"X-Requested-With": "fetch"}
    sent = {"do": "keep", "d100": "17+4", "d200": "9"}
    assert desk.person.client.post(desk.sheet, sent, headers=script).status_code == 204
    assert desk.view().status == "started"
    page = text(desk.person.get(COUNTS))
    assert f'href="{desk.sheet}">B-1</a>' in page
    page = desk.page()
    assert re.search(r'name="d100"[^>]*value="17\+4"', page)
    assert re.search(r'name="d200"[^>]*value="9"', page)
    assert "39.00" in page, "the running total"
    assert 'name="d100"' not in text(a_person("count-3").get(desk.sheet)), "not theirs to type"


def test_a_repeated_form_is_the_same_event() -> None:
    desk = Desk()
    same = str(uuid4())
    assert desk.start(id=same, at="2026-11-30T10:00:00+00:00").status_code == 302
    assert desk.start(id=same, at="2026-11-30T10:00:00+00:00").status_code == 302
    forms = (
        ("enter", TYPED),
        ("correct", {**TYPED, "d100": "5", "reason": "one stuck", "seen": "1"}),
        ("sign", {"by": "count-1", "word": PASSWORD, "seen": "2"}),
    )
    for do, form in forms:
        again = {**form, "id": str(uuid4())}
        assert desk.post(do, **again).status_code == 302
        assert desk.post(do, **again).status_code == 302, do
    kinds = ["count.started", "count.amounts_entered", "count.corrected", "count.signed"]
    assert counted_events() == kinds


def test_a_corrected_line_shows_the_old_figure_struck_by_whom_when_and_why() -> None:
    desk = Desk().entered()
    desk.sign("count-1")
    assert re.search(r'name="d100"[^>]*value="4"', desk.page("?correct=1"))
    typed = {**TYPED, "d100": "5"}
    page = text(desk.post("correct", **typed), 422)
    assert "Say why" in page
    assert re.search(r'name="d100"[^>]*value="5"', page), "what was typed is there still"
    assert "Nothing is corrected yet" in text(desk.post("correct", **TYPED, reason="x"), 422)
    assert desk.post("correct", **typed, reason="one stuck").status_code == 302
    page = desk.page()
    assert re.search(
        r"<del>4 \(4.00\)</del> corrected \d\d:\d\d by <b class=\"strong\">count-1</b>: one stuck",
        page,
    )
    assert "Still to sign: count-1, then count-2" in page, "the former signature holds no more"
    assert desk.view().total_cents == CASH_CENTS + 100


def test_a_sheet_that_changed_meanwhile_is_neither_signed_nor_corrected_unseen() -> None:
    desk = Desk().entered()
    desk.post("correct", **{**TYPED, "d100": "5"}, reason="one stuck")
    for page in (
        text(desk.sign("count-2", seen="1"), 422),
        text(desk.post("correct", **{**TYPED, "d100": "9"}, reason="x", seen="1"), 422),
    ):
        assert "The sheet has changed since you opened it" in page
    assert len(desk.view().figures) == 2
    assert desk.view().signatures == ()


def test_who_does_not_count_a_box_says_nothing_of_what_was_in_it() -> None:
    desk = Desk()
    desk.start()
    desk.person = a_person("count-3")
    page = desk.page()
    assert "Only its counters say what was in the box: count-1, count-2." in page
    assert "doesn't count this box" in text(desk.enter(), 422)
    assert "Choose what to do" in text(desk.post("burn"), 422)
    assert counted_events() == ["count.started"]


@pytest.mark.parametrize(
    ("drop", "counters", "said"),
    [
        ({"witness": "count-2"}, ("count-1", "count-2"), "has no part in its count"),
        ({"removed_by": "count-1"}, ("count-1", "count-2"), "has no part in its count"),
        ({}, ("count-1",), "more people count a box"),
        ({}, ("count-1", "count-1"), "is named twice"),
        ({}, ("count-1", "floor-7"), "has no role count"),
        ({}, (), "Nothing was recorded"),
    ],
)
def test_a_start_against_the_policy_is_refused_in_words(
    drop: dict[str, str], counters: tuple[str, ...], said: str
) -> None:
    desk = Desk(**drop)
    sent = {"id": str(uuid4()), "boxes": "1", "counter": list(counters)}
    page = text(desk.person.client.post(desk.start_path, sent), 422)
    assert said in page
    assert all(f'value="{one}" list' in page for one in counters), "who was named still is"
    assert counted_events() == []


@pytest.mark.parametrize("boxes", ["0", "many", ""])
def test_the_number_of_boxes_is_a_number(boxes: str) -> None:
    desk = Desk()
    assert "Nothing was recorded" in text(desk.start(boxes=boxes), 422)
    assert counted_events() == []


def test_a_deviation_with_a_signed_exception_stands_on_the_sheet() -> None:
    desk = Desk()
    form = {"supervisor": "sup-2", "why": "a short night", "their_word": NO_PASSWORD}
    page = text(desk.start("count-1", **form), 422)
    assert "not sup-2's one-time code, nor the password" in page
    assert 'value="a short night"' in page
    assert desk.start("count-1", **form | {"their_word": PASSWORD}).status_code == 302
    assert desk.enter().status_code == 302
    desk.sign("count-1")
    assert "somebody signs who didn't count" not in desk.page()
    page = desk.page()
    assert "More people count a box." in page
    assert "Let stand once by sup-2" in page
    assert desk.sign("sup-1").status_code == 302
    assert desk.view().status == "accepted"
    assert noted_of("count.started") == ['["sup-2"]']
    assert "let stand by sup-2" in pdf_text(desk)


def test_who_saw_the_box_come_off_receives_it_by_a_signed_exception_alone() -> None:
    desk = Desk(witness="cage-1").entered()
    page = text(desk.sign("cage-1"), 422)
    assert "By the house's policy who took the box off its table" in page
    assert "<details open>" in page
    form = {"supervisor": "sup-2", "why": "nobody else", "their_word": PASSWORD}
    assert "nobody else" in text(desk.sign("cage-1", **form | {"their_word": ""}), 422)
    part = {**form, "supervisor": "sup-1", "why": ""}
    assert text(desk.sign("cage-1", **part), 422)
    assert desk.sign("cage-1", **form).status_code == 302
    assert [one.authorised_by for one in desk.view().exceptions] == ["sup-2"]


def test_an_accepted_count_is_adjusted_by_one_and_approved_by_another() -> None:
    desk = Desk().accepted()
    assert "Adjust" not in desk.page(), "not a counter's to do"
    desk.person = a_person("cage-1")
    assert "Adjust" in desk.page()
    path = f"{desk.sheet}adjust/"
    typed = {**TYPED, "d100": "6", "id": str(uuid4()), "seen": "0"}
    form = typed | {"reason": "two under the table", "authorised_by": "sup-1", "word": PASSWORD}
    client = desk.person.client
    assert "Say why" in text(client.post(path, form | {"reason": " "}), 422)
    assert "type 0 if there is none" in text(client.post(path, form | {"d200": ""}), 422)
    assert "Nothing is corrected" in text(client.post(path, form | {"d100": "4"}), 422)
    assert "has changed" in text(client.post(path, form | {"seen": "3"}), 422)
    wrong = text(client.post(path, form | {"word": NO_PASSWORD}), 422)
    assert "not sup-1's one-time code" in wrong
    assert re.search(r'name="d100"[^>]*value="6"', wrong)
    for approver in ("count-1", "cage-1"):
        refused = client.post(path, form | {"authorised_by": approver})
        assert "has no role supervisor" in text(refused, 422)
    assert client.post(path, form).status_code == 302
    assert client.post(path, form).status_code == 302, "sent again, it is the same"
    assert desk.view().counted_cents == CASH_CENTS + 200
    page = desk.page()
    assert "<b>$11.00</b> by cage-1, approved by sup-1" in page
    assert counted_events().count("count.adjusted") == 1
    assert re.search(r'name="d100"[^>]*value="6"', text(client.get(path)))


def test_a_count_that_is_not_accepted_is_not_adjusted() -> None:
    desk = Desk().entered()
    response = a_person("cage-1").get(f"{desk.sheet}adjust/")
    assert (response.status_code, response["Location"]) == (302, desk.sheet)


def test_a_scanned_box_leads_to_its_count_and_every_other_code_says_why_not() -> None:
    desk = Desk()
    scan = desk.person.client.get
    for typed in ("B-1", "b-1"):
        assert scan(COUNTS, {"box": typed})["Location"] == desk.start_path
    assert "is still on table T01" in text(scan(COUNTS, {"box": "B-2"}))
    assert "No table ever had a box B-9" in text(scan(COUNTS, {"box": "B-9"}))
    desk.start()
    assert scan(COUNTS, {"box": "B-1"})["Location"] == desk.sheet
    assert desk.person.get(desk.start_path)["Location"] == desk.sheet, "nobody starts it twice"
    assert desk.enter().status_code == 302
    for person in ("count-1", "count-2", "cage-1"):
        desk.sign(person)
    assert "is counted already" in text(scan(COUNTS, {"box": "B-1"}))
    again = desk.room
    again.change_box(box_out="B-2", box_in="B-1")
    again.change_box(box_out="B-1", box_in="B-1")
    again.change_box(box_out="B-1", box_in="B-3")
    assert "came off 2 tables uncounted" in text(scan(COUNTS, {"box": "B-1"}))
    again.change_box(box_out="B-3", box_in="BoX-7")
    assert "Box BoX-7 is still on table T01" in text(scan(COUNTS, {"box": "box-7"}))


def test_the_list_says_what_waits_is_counted_and_was() -> None:
    desk = Desk()
    page = text(desk.person.get(COUNTS))
    assert f'href="{desk.start_path}">B-1</a>' in page
    assert "No count is begun." in page
    desk.accepted()
    page = text(desk.person.get(f"{COUNTS}?day=2026-11-28"))
    assert "No box is waiting." in page
    assert '<td class="num strong">9.00</td>' in page
    assert "No box of this gaming day is counted yet." in text(
        desk.person.get(f"{COUNTS}?day=2026-11-27")
    )


def test_who_may_not_count_sees_the_list_and_the_sheet_and_starts_nothing() -> None:
    desk = Desk().entered()
    cashier = a_person("cage-1")
    page = text(cashier.get(COUNTS))
    assert "/admin/counts/start/" not in page
    assert "Count it" not in page
    assert text(cashier.client.get(COUNTS, {"box": "B-1"}))
    page = text(cashier.get(desk.sheet))
    assert 'name="word"' not in page
    assert cashier.client.post(desk.sheet, {"do": "sign"}).status_code == 403
    assert cashier.get(desk.start_path).status_code == 403


def pdf_text(desk: Desk) -> str:
    """What the PDF sheet says."""
    response = desk.person.get(f"{desk.sheet}sheet/")
    assert response["Content-Type"] == "application/pdf"
    return " ".join(pages(response.content))


def test_the_printed_sheet_has_all_that_the_regulation_asks_for() -> None:
    desk = Desk()
    desk.start(boxes="7", received_by="cage-1")
    assert "Not accepted" in pdf_text(desk)
    desk.enter()
    desk.post("correct", **{**TYPED, "d100": "5"}, reason="one <stuck>")
    for person in ("count-1", "count-2", "cage-1"):
        desk.sign(person)
    said = pdf_text(desk)
    for each in (
        *("Case Study Card Club", "4 CCR 12385", "2026-11-28", "B-1", TABLE, "collection"),
        *("drop-1", "floor-7", "count-1, count-2", "$5.00", "$10.00", "Total"),
        *("4 | $4.00", "corrected by count-1", "one < stuck >", "cage-1", "Received by, signed"),
        *("Counter, signed", "Boxes in count 7"),
    ):
        assert each in said, each
    assert "Not accepted" not in said
    again = [desk.person.get(f"{desk.sheet}sheet/").content for _ in range(2)]
    assert again[0] == again[1]


def test_the_sheets_head_names_who_signed_for_the_money_where_nobody_was_named_before() -> None:
    desk = Desk()
    desk.start(boxes="7")
    desk.enter()
    assert "Received by nobody yet" in pdf_text(desk).replace(" | ", " ")
    assert "received by nobody yet" in desk.page()
    for person in ("count-1", "count-2", "cage-1"):
        desk.sign(person)
    assert "Received by cage-1" in pdf_text(desk).replace(" | ", " ")
    assert "not said" not in pdf_text(desk)
    assert "received by cage-1" in desk.page()


def test_other_denominations_are_counted_on_lines_of_their_own() -> None:
    desk = Desk()
    desk.start()
    assert 'name="d50000"' not in desk.page()
    page = desk.page("?all=1")
    assert 'name="d50000"' in page
    assert 'name="d25"' in page
    assert "25¢" in page
    every = dict.fromkeys(re.findall(r'name="(d\d+)"', page), "0")
    assert desk.post("enter", **every | {"d50000": "2"}).status_code == 302
    assert desk.view().figures[0].denominations == {"50000": 2}
    assert "$500" in desk.page()


def test_the_pages_of_a_count_ask_few_queries() -> None:
    desk = Desk()
    assert queries_of(desk.person, desk.start_path) <= 20
    desk.accepted()
    assert queries_of(desk.person, COUNTS) <= 20
    assert queries_of(desk.person, desk.sheet) <= 20
    assert queries_of(desk.person, f"{desk.sheet}sheet/") <= 20
