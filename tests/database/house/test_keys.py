"""A key lets its holder in, and nobody else, until it ends."""

import hashlib
from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from cardroom.errors import CardroomError, Malformed, Missing
from cardroom.house import keys
from cardroom.house.keys import KeyFacts
from cardroom.house.models import Key
from tests.database.house.conftest import NOON

pytestmark = pytest.mark.usefixtures("loaded")
SECOND = timedelta(seconds=1)


def issue(**changes: object) -> str:
    facts = {"name": "tablet", "scope": "tables", "house": "CASES", "tables": ["T02", "T01"]}
    return keys.issue(**facts | changes, now=NOON)  # type: ignore[arg-type]


def test_a_key_lets_its_holder_in() -> None:
    token = issue()
    row = Key.objects.get()
    assert keys.authenticate(token, now=NOON) == KeyFacts(
        id=row.pk, name="tablet", house="CASES", scope="tables", tables=("T01", "T02")
    )


def test_the_secret_is_kept_only_as_its_digest() -> None:
    _, prefix, secret = issue().split("_")
    row = Key.objects.get()
    assert row.prefix == prefix
    assert len(secret) == 64
    assert bytes(row.digest) == hashlib.sha256(secret.encode()).digest()
    assert secret not in str(Key.objects.values().get())


def test_nothing_but_the_whole_token_is_let_in() -> None:
    token = issue()
    other = issue(name="other")
    _, prefix, secret = token.split("_")
    last = "0" if token[-1] != "0" else "1"
    for wrong in (
        "",
        "crk__",
        token[:-1],
        token[:-1] + last,
        token + "\n",
        token.upper(),
        f"crk_{prefix}_{other.split('_')[2]}",
        f"crk_{'0' * 12}_{secret}",
        f"crk_{prefix}_\udcff\xe9",
    ):
        assert keys.authenticate(wrong, now=NOON) is None, wrong


def test_a_key_that_was_seen_is_let_in_without_a_query_for_five_seconds(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    token = issue()
    with django_assert_num_queries(2):
        first = keys.authenticate(token, now=NOON)
    with django_assert_num_queries(0):
        assert keys.authenticate(token, now=NOON + 4.9 * SECOND) == first
    with django_assert_num_queries(1):
        assert keys.authenticate(token, now=NOON + 5 * SECOND) == first


def test_use_is_noted_once_a_minute() -> None:
    token = issue()
    noted = []
    for seconds in (0, 30, 59, 65, 90, 126):
        keys.authenticate(token, now=NOON + seconds * SECOND)
        noted.append((Key.objects.get().last_used_at - NOON) // SECOND)  # type: ignore[operator]
    assert noted == [0, 0, 0, 65, 65, 126]


def test_an_expired_key_is_out_at_that_instant_though_it_was_just_seen() -> None:
    token = issue(expires_at=NOON + 2 * SECOND)
    assert keys.authenticate(token, now=NOON + 1.9 * SECOND) is not None
    assert keys.authenticate(token, now=NOON + 2 * SECOND) is None


def test_a_revoked_key_is_out_here_at_once_and_elsewhere_within_five_seconds() -> None:
    token = issue()
    key = keys.authenticate(token, now=NOON)
    assert key is not None
    keys.revoke(key.id, now=NOON + SECOND)
    assert keys.authenticate(token, now=NOON + SECOND) is None
    with pytest.raises(Missing, match="to revoke"):
        keys.revoke(key.id, now=NOON + SECOND)


def test_a_rotated_key_gives_way_to_one_that_may_do_the_same() -> None:
    old = issue(expires_at=NOON + 60 * SECOND)
    first = Key.objects.get()
    new = keys.rotate(first.pk, now=NOON)
    second = Key.objects.latest("id")
    assert keys.authenticate(old, now=NOON) is None
    held = keys.authenticate(new, now=NOON)
    assert held is not None
    assert (held.id, held.name, held.tables) == (second.pk, "tablet", ("T01", "T02"))
    assert (second.expires_at, second.scope) == (first.expires_at, first.scope)
    with pytest.raises(Missing, match=f"key {first.prefix} has ended"):
        keys.rotate(first.pk, now=NOON)
    with pytest.raises(Missing, match="there is no key 0"):
        keys.rotate(0, now=NOON)
    with pytest.raises(Missing, match="has ended"):
        keys.revoke(second.pk, now=NOON + 60 * SECOND)


def test_a_rotated_key_may_run_on_and_be_ended_sooner_though_never_later() -> None:
    old = issue()
    key = Key.objects.get()
    keys.rotate(key.pk, now=NOON, overlap=60 * SECOND)
    assert keys.authenticate(old, now=NOON + 59 * SECOND) is not None
    assert keys.authenticate(old, now=NOON + 60 * SECOND) is None, "though it was just seen"
    keys.rotate(key.pk, now=NOON + SECOND, overlap=90 * SECOND)
    key.refresh_from_db()
    assert key.revoked_at == NOON + 60 * SECOND
    keys.revoke(key.pk, now=NOON + 2 * SECOND)
    assert keys.authenticate(old, now=NOON + 2 * SECOND) is None


def test_keys_are_listed_without_what_lets_their_holders_in() -> None:
    token = issue()
    issue(name="cage", scope="cage", tables=[])
    keys.authenticate(token, now=NOON)
    first, second = keys.listed("CASES")
    assert (first.name, first.scope, first.tables) == ("tablet", "tables", ("T01", "T02"))
    assert (first.last_used_at, second.last_used_at, second.revoked_at) == (NOON, None, None)
    assert token.split("_")[2] not in str(first)
    assert keys.by_prefix(token, house="CASES") == first.id
    assert keys.by_prefix(second.prefix, house="CASES") == second.id
    for wrong, house in (("zz", "CASES"), (second.prefix, "OTHER")):
        with pytest.raises(Missing, match=f"house {house} has no key {wrong}"):
            keys.by_prefix(wrong, house=house)


def test_a_revocation_by_another_process_is_seen_after_five_seconds() -> None:
    token = issue()
    assert keys.authenticate(token, now=NOON) is not None
    Key.objects.update(revoked_at=NOON + SECOND)
    assert keys.authenticate(token, now=NOON + 4 * SECOND) is not None
    assert keys.authenticate(token, now=NOON + 5 * SECOND) is None


def test_two_keys_of_one_name_live_side_by_side() -> None:
    tokens = [issue(), issue()]
    found = [keys.authenticate(token, now=NOON) for token in tokens]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].id != found[1].id


def test_the_store_of_seen_keys_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_MOST_REMEMBERED", 3)
    for token in [issue() for _ in range(8)]:
        keys.authenticate(token, now=NOON)
    assert 1 <= len(keys._remembered) <= 3


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"house": "NOWHERE"}, Missing, "there is no house NOWHERE"),
        ({"tables": ["T01", "T99"]}, Missing, "house CASES has no table T99"),
        ({"tables": []}, Malformed, "scope tables names at least one table"),
        ({"scope": "cage"}, Malformed, "and no other scope does"),
        ({"scope": "all"}, Malformed, "unknown scope all; there are: tables, cage, count, audit"),
        ({"name": ""}, Malformed, "1 to 200 characters"),
        ({"name": "a\nb"}, Malformed, "one line"),
        ({"name": "a" * 201}, Malformed, "1 to 200 characters"),
    ],
)
def test_a_key_that_makes_no_sense_is_not_issued(
    changes: dict[str, object], error: type[CardroomError], message: str
) -> None:
    with pytest.raises(error, match=message):
        issue(**changes)
    assert not Key.objects.exists()
