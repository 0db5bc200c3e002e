"""Postings: entries that sum to zero, one for each account."""

from ledger.rules import posting
from ledger.rules.posting import Entry


def test_money_goes_from_one_account_to_another() -> None:
    assert posting.moved("person:A", "person:B", 2500) == (
        Entry("person:A", -2500),
        Entry("person:B", 2500),
    )


def test_below_zero_it_goes_the_other_way() -> None:
    assert posting.moved("person:A", "person:B", -100) == (
        Entry("person:A", 100),
        Entry("person:B", -100),
    )


def test_nothing_and_nobody_else_move_nothing() -> None:
    assert posting.moved("person:A", "person:B", 0) == ()
    assert posting.moved("person:A", "person:A", 5) == ()


def test_the_opposite_takes_back() -> None:
    moved = posting.moved("person:A", "person:B", 70)
    assert posting.change(moved, ()) == posting.opposite(moved)
    assert posting.opposite(posting.opposite(moved)) == moved


def test_a_change_names_only_accounts_that_end_otherwise() -> None:
    before = posting.moved("person:A", "person:B", 500)
    after = posting.moved("person:C", "person:B", 700)
    assert posting.change(before, after) == (
        Entry("person:A", 500),
        Entry("person:B", 200),
        Entry("person:C", -700),
    )
    assert posting.change(before, before) == ()


def test_accounts_are_named_by_their_kind() -> None:
    accounts = [
        posting.person("P-1"),
        posting.box("B-1", "jackpot"),
        posting.unboxed("T01", "promo"),
        posting.count_room("collection"),
        posting.vault("collection"),
        posting.over_short("collection"),
    ]
    assert accounts[1:3] == ["box:B-1:jackpot", "unboxed:T01:promo"]
    assert tuple(posting.kind_of(account) for account in accounts) == posting.KINDS
