"""Whatever a house file says, it is sound or refused in one line that names its place."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import Malformed
from tests.house_file import TEXT, read_items

# A value, or what stands where one could: keys, brackets, signs.
TOKEN = re.compile(r'"[^"]*"|\w+|[\[\]{}=,]')
TOKENS = TOKEN.findall(TEXT)
STRANGE = (
    "-1", "0", "1e400", "nan", "123456789012345678901234567890", "2026-02-30", "06:00:00",
    '""', '"a\\nb"', '"\\u0000"', '"é"', "[]", "{}", "[[]]", "{ a = 1 }", "\n", "'x'", '"""', "#",
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The house of the cases with some of its tokens taken out or made others."""
    text = TEXT
    for _ in range(draw(st.integers(1, 3))):
        places = list(TOKEN.finditer(text))
        place = draw(st.sampled_from(places))
        other = draw(st.sampled_from(TOKENS) | st.sampled_from(STRANGE) | st.just(""))
        text = text[: place.start()] + other + text[place.end() :]
    return text


@given(text=spoilt())
def test_a_spoilt_file_is_read_or_refused_by_line_and_nothing_else_happens(text: str) -> None:
    said = "house.toml:1: sound"
    try:
        read_items(text)
    except Malformed as refusal:
        said = refusal.detail
    found = re.match(r"house\.toml:(\d+): [^\n]+\Z", said)
    assert found is not None, said
    assert 1 <= int(found[1]) <= text.count("\n") + 1
