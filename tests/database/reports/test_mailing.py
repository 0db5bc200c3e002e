"""Reports by mail: each revision is accepted once by a real server, or tried again in sight."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

import pytest

from cardroom import clock, clockwork
from cardroom.due.models import Row
from cardroom.log import checkpoints, signing
from cardroom.management.entry import run
from cardroom.reports import asking, deliveries, mailing, periods, store
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.kinds import INTEGRITY, KINDS
from cardroom.reports.models import Delivery
from tests.counting import CountRoom
from tests.played import HOUSE, Evening, an_evening
from tests.postbox import Postbox, listening
from tests.recorded import tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

DAY: Final = date(2026, 11, 28)
PERIOD: Final = periods.day("2026-11-28")
EVENING: Final = datetime(2026, 11, 29, 5, tzinfo=UTC)
OFFICER: Final = "officer@example.org"


@pytest.fixture
def postbox(settings: Any, tmp_path: Path) -> Iterator[Postbox]:  # noqa: ANN401
    """A mail server that is named in the settings, and an officer who gets all reports."""
    settings.CARDROOM_DATA = tmp_path
    with listening() as found:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        settings.REPORTS_MAIL_TO = [OFFICER, f"{HOUSE}:second@example.org", "B:other@example.org"]
        yield found


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A table that played on the evening of the day, in a house that came to be on it."""
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: EVENING)
        return an_evening(1)


def subjects(postbox: Postbox) -> list[str]:
    """What the mails of the day are about."""
    found = [str(message["Subject"]) for message in postbox.messages()]
    return [subject for subject in found if str(DAY) in subject]


def attached(message: EmailMessage) -> dict[str, bytes]:
    """What is attached, by the names of the files."""
    return {
        part.get_filename(): part.get_payload(decode=True)  # type: ignore[misc]
        for part in message.iter_attachments()
    }


def of_kind(postbox: Postbox, title: str) -> list[EmailMessage]:
    """The mails of one kind about the day."""
    return [
        message
        for message in postbox.messages()
        if str(message["Subject"]).startswith(f"{title}, {HOUSE} {DAY}")
    ]


def integrity() -> Integrity:
    """The report `integrity` of the day, made now."""
    kept = store.make(HOUSE, INTEGRITY, PERIOD, now=clock.now)
    found = INTEGRITY.read(store.content_of(kept))
    assert isinstance(found, Integrity)
    return found


def test_each_report_goes_out_once_to_those_who_are_named(
    postbox: Postbox, evening: Evening
) -> None:
    assert clockwork.run_due().missed == 0
    titles = [kind.title for kind in KINDS.values()]
    assert [subject.partition(",")[0] for subject in subjects(postbox)] == titles
    assert {tuple(whom) for whom, _ in postbox.mails} == {(OFFICER, "second@example.org")}
    (mail,) = of_kind(postbox, "Rotation of the player-dealer")
    kept = store.latest(HOUSE, "rotation", str(PERIOD))
    assert kept is not None
    files = attached(mail)
    assert set(files) == {f"{kept.name}.pdf", f"{kept.name}.json"}
    assert json.loads(files[f"{kept.name}.json"])["digest"] == kept.digest
    assert files[f"{kept.name}.pdf"].startswith(b"%PDF-")
    assert "VERDICT: INDETERMINATE" in mail.get_body().get_content()  # type: ignore[union-attr]
    before = len(postbox.mails)
    assert clockwork.run_due().missed == 0
    assert len(postbox.mails) == before
    evening.play()
    assert clockwork.run_due().missed == 0
    again = of_kind(postbox, "Rotation of the player-dealer")
    assert [str(message["Subject"])[-1] for message in again] == ["1", "2"]
    assert again[0]["Message-ID"] != again[1]["Message-ID"]
    assert "Changed since revision 1:" in again[1].get_body().get_content()  # type: ignore[union-attr]


def test_a_checkpoint_that_was_accepted_makes_the_day_witnessed(
    postbox: Postbox, evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not integrity().witnessed
    assert clockwork.run_due().missed == 0
    (mail,) = of_kind(postbox, INTEGRITY.title)
    report = integrity()
    assert (report.ok, report.witnessed) == (True, True)
    assert report.witness is not None
    files = attached(mail)
    assert report.feed is not None
    (name,) = (name for name in files if name.startswith("checkpoint-"))
    for file in (name, "cardroom.pem"):
        (tmp_path / file).write_bytes(files[file])
    assert checkpoints.read(tmp_path / name).cursor == report.witness.cursor
    assert report.witness.cursor >= report.feed.cursor
    where = [str(tmp_path / file) for file in (name, "cardroom.pem")]
    assert run(["manage.py", "verify", "--checkpoint", where[0], "--public-key", where[1]]) == 0
    assert "findings: none" in capsys.readouterr().out
    said = [one for one in asking.listed(HOUSE, after=0, limit=99) if one.gaming_day == DAY]
    assert ("report", "integrity", "witnessed") in {(o.what, o.kind, o.reason) for o in said}
    assert [o.status for o in said if o.what == "mail"] == ["done"] * len(KINDS)
    evening.post(evening.fee(1, 300))
    assert not integrity().witnessed
    assert clockwork.run_due().missed == 0
    assert integrity().witnessed


def test_a_rewritten_feed_is_witnessed_by_nothing(postbox: Postbox, evening: Evening) -> None:
    assert evening.rounds
    assert clockwork.run_due().missed == 0
    assert len(of_kind(postbox, INTEGRITY.title)) == 1
    assert integrity().witnessed
    tamper("UPDATE log_feed SET hash = sha256(hash) WHERE cursor > 3")
    report = integrity()
    assert (report.ok, report.witnessed) == (False, False)
    assert report.findings


def test_what_no_server_accepts_is_tried_again_and_shown(
    postbox: Postbox, evening: Evening
) -> None:
    assert evening.rounds
    postbox.refuses = "451 no room here"
    tally = clockwork.run_due()
    assert tally.missed >= len(KINDS)
    assert not postbox.mails
    assert not Delivery.objects.exists()
    assert not integrity().witnessed
    said = [one for one in asking.listed(HOUSE, after=0, limit=99) if one.what == "mail"]
    assert {one.status for one in said} == {"pending"}
    assert all("no room here" in (one.error or "") for one in said)
    postbox.refuses = ""
    later = clock.now() + timedelta(hours=1)
    assert clockwork.run_due(now=lambda: later, queues=["reports"]).missed == 0
    assert len(subjects(postbox)) == len(KINDS)
    assert integrity().witnessed


def test_a_mail_is_given_up_and_tried_once_more_when_asked(
    postbox: Postbox, evening: Evening
) -> None:
    assert evening.rounds
    postbox.refuses = "550 nobody of that name"
    clockwork.run_due()
    for hours in range(1, 9):
        later = clock.now() + timedelta(hours=hours)
        clockwork.run_due(now=lambda later=later: later, queues=["reports"])  # type: ignore[misc]
    mails = Row.objects.filter(kind__startswith="mail.", gaming_day=DAY)
    assert set(mails.values_list("status", flat=True)) == {"failed"}


def test_an_answer_that_was_lost_sends_the_same_mail_again(
    postbox: Postbox, evening: Evening
) -> None:
    assert evening.rounds
    kept = store.make(HOUSE, KINDS["rotation"], PERIOD, now=clock.now)
    postbox.hangs_up = True
    with pytest.raises(OSError, match="closed"):
        mailing.deliver(kept, now=clock.now, finish=lambda: None)
    assert not deliveries.is_delivered(kept.id)
    postbox.hangs_up = False
    for _ in range(2):
        mailing.deliver(kept, now=clock.now, finish=lambda: None)
    first, again = postbox.messages()
    assert first["Message-ID"] == again["Message-ID"]


def test_nobody_is_mailed_where_nothing_is_configured(
    postbox: Postbox,
    evening: Evening,
    settings: Any,  # noqa: ANN401
) -> None:
    assert evening.rounds
    settings.EMAIL_HOST = ""
    assert mailing.recipients(HOUSE) == []
    assert clockwork.run_due().missed == 0
    assert not Row.objects.filter(kind__startswith="mail.").exists()
    kept = store.latest(HOUSE, "rotation", str(PERIOD))
    assert kept is not None
    mailing.deliver(kept, now=clock.now, finish=lambda: None)
    assert not postbox.mails
    assert not integrity().witnessed


def test_what_an_uncounted_box_holds_goes_to_no_address(
    postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: EVENING)
        room = CountRoom()
        room.drop(box_in=None)
    assert clockwork.run_due().missed == 0
    for title in ("Collection fees", "Irregularities"):
        (mail,) = of_kind(postbox, title)
        assert attached(mail) == {}
        assert "an auditor's key reads it" in mail.get_body().get_content()  # type: ignore[union-attr]
    assert len(attached(of_kind(postbox, INTEGRITY.title)[0])) == 4
    room.counted()
    assert clockwork.run_due().missed == 0
    for title in ("Collection fees", "Irregularities"):
        assert len(attached(of_kind(postbox, title)[-1])) == 2, title


def test_what_was_accepted_stays_on_record(postbox: Postbox, evening: Evening) -> None:
    assert evening.rounds
    clockwork.run_due()
    fees_are_withheld = 1
    assert Delivery.objects.count() == len(postbox.mails) - fees_are_withheld
    with pytest.raises(Exception, match=r"stays on record|permission denied"):
        Delivery.objects.all().delete()
    with pytest.raises(Exception, match=r"stays on record|permission denied"):
        Delivery.objects.update(recipients=1)
    assert signing.known_keys()
