"""`issue_code` as people type it: the URI alone on stdout, a mistake as one line."""

from base64 import b32decode
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from cardroom.house.models import Secret
from cardroom.management.entry import run
from tests.cases import HOUSE_FILE

# A command closes its connections when it ends, so what it did must be committed.
pytestmark = pytest.mark.django_db(transaction=True)
HOUSE = HOUSE_FILE.read_text(encoding="utf-8")
Captured = pytest.CaptureFixture[str]


def typed(capsys: Captured, *words: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command line."""
    capsys.readouterr()
    code = run(["manage.py", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def test_issue_code_prints_the_uri_alone_and_revokes_the_former(capsys: Captured) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    printed = []
    for _ in range(2):
        code, out, err = typed(capsys, "issue_code", "sup-1")
        assert (code, err, out.count("\n")) == (0, "", 1)
        printed.append(urlsplit(out.strip()))
    for uri in printed:
        assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
        assert unquote(uri.path) == "/Cardroom CASES:sup-1"
        assert parse_qs(uri.query)["issuer"] == ["Cardroom CASES"]
    rows = Secret.objects.order_by("id")
    assert [row.revoked_at is None for row in rows] == [False, True]
    secrets = [b32decode(parse_qs(uri.query)["secret"][0]) for uri in printed]
    assert [bytes(row.secret) for row in rows] == secrets
    assert secrets[0] != secrets[1]


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (["nobody"], "house CASES has nobody nobody"),
        ([""], "house CASES has nobody "),
        (["sup-1\n"], "house CASES has nobody sup-1"),
        (["sup-1", "--house", "NOWHERE"], "there is no house NOWHERE"),
        ([], "the following arguments are required: PERSON"),
        (["sup-1", "floor-7"], "unrecognized arguments: floor-7"),
    ],
)
def test_issue_code_says_a_mistake_in_one_line(
    capsys: Captured, words: list[str], mistake: str
) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    assert typed(capsys, "issue_code", *words) == (2, "", f"{mistake}\n".replace(" \n", "\n"))
    assert not Secret.objects.exists()


def test_issue_code_needs_the_house_named_unless_there_is_exactly_one(
    capsys: Captured, tmp_path: Path
) -> None:
    none = "name a house, for there isn't exactly one; there are: none; load_house makes one\n"
    assert typed(capsys, "issue_code", "sup-1") == (2, "", none)
    other = tmp_path / "other.toml"
    other.write_text(HOUSE.replace('"CASES"', '"OTHER"'), encoding="utf-8")
    typed(capsys, "load_house", HOUSE_FILE)
    typed(capsys, "load_house", other)
    assert typed(capsys, "issue_code", "sup-1")[0] == 2
    code, out, _ = typed(capsys, "issue_code", "sup-1", "--house", "OTHER")
    assert (code, out[:37]) == (0, "otpauth://totp/Cardroom%20OTHER:sup-1")
    assert Secret.objects.get().house_id == "OTHER"
