"""What is noted of the rotation where it happens; nothing of it is ever refused."""

import msgspec

from tables.rules.rotation.profiles import PROFILES
from tests.rotation import KN, Night


def notes(night: Night) -> list[tuple[str, str]]:
    """The type of each event with a note of the rotation, and the rule."""
    return [
        (type(record.fact).__name__, note.detail.partition(":")[0])
        for record in night.records
        for note in record.noted.irregularities
        if note.code == "rotation"
    ]


def test_a_third_hand_is_noted_on_its_first_card_alone() -> None:
    night = Night()
    night.hand(1, 1)
    assert notes(night) == []
    night.open_round(pd=1)
    night.bet(3, 1_000)
    assert notes(night) == []
    night.card(3, "TS")
    assert notes(night) == [("CardDealt", "R1")]
    night.draw("7S")
    assert notes(night) == [("CardDealt", "R1")]


def test_a_seat_of_the_same_company_and_a_contract_that_is_missing() -> None:
    night = Night(seats=(1, 3))
    night.house = msgspec.structs.replace(
        night.house,
        tppps={"KN": KN},
        people={**night.house.people, "P-3": frozenset({"house_player"})},
    )
    taken = {"kind": "tppps", "tppps": "KN"}
    night.send("seat.taken", number=None, seat=5, player="T-5", **taken)
    night.send("seat.taken", number=None, seat=7, player="T-7", **taken)
    night.send("seat.left", seat=7)
    night.hand(1, 3, 5)
    assert notes(night) == [("SeatTaken", "R8"), ("CardDealt", "R5"), ("CardDealt", "R7")]


def test_what_runs_in_shadow_is_not_noted_and_in_force_it_is() -> None:
    night = Night(profile="ca_2076", seats=(1, 3, 5))
    night.hand(1)
    night.begin(1)
    night.send("seat.left", seat=5)
    night.send("seat.left", seat=1)
    night.finish()
    assert notes(night) == []


def test_who_leaves_his_round_is_noted_where_that_profile_is_in_force(monkeypatch) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    (profile,) = PROFILES["ca_2076"]
    in_force = msgspec.structs.replace(profile, shadow=False)
    monkeypatch.setitem(PROFILES, "ca_2076", (in_force,))
    night = Night(profile="ca_2076", seats=(1, 3, 5))
    night.begin(1)
    night.send("seat.left", seat=5)
    night.send("seat.left", seat=1)
    assert notes(night) == [("SeatLeft", "D4")]
