"""One-time codes are computed as the RFCs' own tables have them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.house import totp

SECRET = b"12345678901234567890"  # RFC 4226, appendix D, and RFC 6238, appendix B
FAR = 10**9


def test_codes_are_those_of_rfc_4226() -> None:
    codes = [totp.code_at(SECRET, step) for step in range(10)]
    assert codes[:5] == ["755224", "287082", "359152", "969429", "338314"]
    assert codes[5:] == ["254676", "287922", "162583", "399871", "520489"]


@pytest.mark.parametrize(
    ("instant", "step", "code_of_eight_digits"),
    [
        ("1970-01-01T00:00:59", 0x1, "94287082"),
        ("2005-03-18T01:58:29", 0x23523EC, "07081804"),
        ("2005-03-18T01:58:31", 0x23523ED, "14050471"),
        ("2009-02-13T23:31:30", 0x273EF07, "89005924"),
        ("2033-05-18T03:33:20", 0x3F940AA, "69279037"),
        ("2603-10-11T11:33:20", 0x27BC86AA, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(instant: str, step: int, code_of_eight_digits: str) -> None:
    at = datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert totp.step_at(at) == step
    assert totp.code_at(SECRET, step) == code_of_eight_digits[-totp.DIGITS :]


def test_a_step_lasts_thirty_seconds_to_the_last_microsecond() -> None:
    begins = datetime(2026, 11, 28, 20, tzinfo=UTC)
    step = totp.step_at(begins)
    assert totp.step_at(begins + totp.STEP - timedelta(microseconds=1)) == step
    assert totp.step_at(begins + totp.STEP) == step + 1
    assert totp.step_at(begins - timedelta(microseconds=1)) == step - 1


@given(st.integers(0, FAR), st.integers(0, 5), st.integers(0, 5))
def test_the_step_of_a_code_is_found_within_its_bounds_alone(
    step: int, newer: int, older: int
) -> None:
    code = totp.code_at(SECRET, step)
    found = totp.step_of(SECRET, code, newest=step + newer, oldest=max(step - older, 0))
    assert found is not None
    assert found >= step
    assert totp.code_at(SECRET, found) == code
    if found == step:
        assert totp.step_of(SECRET, code, newest=step + newer, oldest=step + 1) is None


@pytest.mark.parametrize(
    "code", ["", "0", "75522", "7552240", "755 224", "७५५२२४", "\udcff", "x" * 9]
)
def test_what_is_no_code_is_found_nowhere(code: str) -> None:
    assert totp.step_of(SECRET, code, newest=9, oldest=0) is None


def test_an_app_is_told_everything_in_the_uri() -> None:
    assert totp.uri(SECRET, issuer="Cardroom EX.1", person="sup-1") == (
        "otpauth://totp/Cardroom%20EX.1:sup-1?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        "&issuer=Cardroom%20EX.1&algorithm=SHA1&digits=6&period=30"
    )
