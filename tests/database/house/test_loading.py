"""What a house file says anew becomes a version; nothing is edited, nothing goes."""

from threading import Thread

import pytest
from django.db import connection

from cardroom.errors import Malformed
from cardroom.house.models import House, Version
from cardroom.house.versions import Change
from tests.database.house.conftest import load
from tests.house_file import TEXT, changed

OWN = '[[paytables]]\ncode = "OURS"\nbet = "buster"\nrows = { "3" = 1, "4" = 3, "5" = 300 }\n'


def stored() -> list[tuple[int, str, str, int, bool]]:
    rows = Version.objects.order_by("id")
    return list(rows.values_list("id", "kind", "code", "version", "retired"))


def test_the_first_loading_makes_a_first_version_of_each_item(loaded: list[Change]) -> None:
    assert len(loaded) == Version.objects.count() == 21
    assert {change.version for change in loaded} == {1}
    assert str(loaded[0]) == "house CASES: version 1"
    assert str(loaded[11]) == "fee schedule FS-1: version 1"


@pytest.mark.usefixtures("loaded")
def test_loading_the_same_again_changes_nothing() -> None:
    before = stored()
    assert load() == []
    assert load("# a comment\n" + TEXT) == []
    assert stored() == before


@pytest.mark.usefixtures("loaded")
def test_a_changed_item_gets_a_version_beside_the_old_one() -> None:
    before = list(Version.objects.order_by("id").values())
    assert load(changed('["cage"]', '["cage", "drop"]')) == [
        Change("person", "drop-1", 2, ("roles",))
    ]
    assert list(Version.objects.order_by("id").values())[: len(before)] == before
    newest = Version.objects.get(code="drop-1", version=2)
    assert newest.data == {"login": None, "roles": ["cage", "drop"]}


@pytest.mark.usefixtures("loaded")
def test_a_new_fee_makes_new_versions_of_the_offerings_that_bind_it() -> None:
    changes = load(changed("fee_cents = 300", "fee_cents = 400"))
    assert str(changes[0]) == "fee schedule FS-1: version 2 (rates)"
    assert [str(change) for change in changes[1:]] == [
        f"offering {code}: version 2 (fee_schedule)"
        for code in ("P215-A", "NB40-A", "NB215-A", "P215-N", "NB40-N", "NB215-N")
    ]
    bound = Version.objects.get(code="P215-A", version=2).data["fee_schedule"]
    assert (bound["code"], bound["version"], bound["rates"][2]["fee_cents"]) == ("FS-1", 2, 400)


@pytest.mark.usefixtures("loaded")
def test_a_new_row_of_an_own_pay_table_makes_a_new_version_of_its_offering() -> None:
    own = OWN + changed('"1-3-6-30-100-200"', '"OURS"')
    assert [str(change) for change in load(own)] == [
        "paytable OURS: version 1",
        "offering P215-A: version 2 (paytables)",
    ]
    assert [str(change) for change in load(own.replace('"5" = 300', '"5" = 250'))] == [
        "paytable OURS: version 2 (rows)",
        "offering P215-A: version 3 (paytables)",
    ]


@pytest.mark.usefixtures("loaded")
def test_what_a_newer_file_leaves_out_is_retired_with_its_data_and_may_come_back() -> None:
    shorter = changed('[[people]]\ncode = "sup-1"\nroles = ["floor", "supervisor"]\n', "")
    assert [str(change) for change in load(shorter)] == ["person sup-1: version 2 (retired)"]
    assert load(shorter) == []
    first, retired = Version.objects.filter(code="sup-1").order_by("version")
    assert (retired.data, retired.retired) == (first.data, True)
    assert [str(change) for change in load()] == ["person sup-1: version 3 (back)"]
    assert load() == []


@pytest.mark.usefixtures("loaded")
def test_a_file_that_is_refused_changes_nothing() -> None:
    before = stored()
    with pytest.raises(Malformed):
        load(changed('["cage"]', '["cage", "drop"]').replace('code = "T03"', 'code = "T01"'))
    assert stored() == before


@pytest.mark.usefixtures("loaded")
def test_two_houses_do_not_meet() -> None:
    other = changed('"CASES"', '"OTHER"')
    assert {change.version for change in load(other)} == {1}
    assert load() == []
    assert Version.objects.filter(house="CASES").count() == 21


@pytest.mark.django_db(transaction=True)
def test_eight_loaders_of_one_file_make_one_version() -> None:
    results: list[int] = []

    def run() -> None:
        results.append(len(load()))
        connection.close()

    loaders = [Thread(target=run) for _ in range(8)]
    for loader in loaders:
        loader.start()
    for loader in loaders:
        loader.join()
    assert sorted(results) == [0] * 7 + [21]
    assert (House.objects.count(), Version.objects.count()) == (1, 21)
