"""Coverage: the worked numbers of the register, in cents."""

from tables.rules.coverage import Claim, covers_all, reach


def wins(dollars: int) -> Claim:
    return Claim(wins=True, due_cents=dollars * 100)


def loses(dollars: int) -> Claim:
    return Claim(wins=False, due_cents=dollars * 100)


PUSHES = Claim(wins=False, due_cents=0)
FOUR_SIXTIES = [loses(60), wins(60), loses(60), wins(60)]
BUSTERS = [loses(50), wins(100), wins(1_500), wins(3_000)]


def test_matched_gross_leaves_two_of_four_sixties_without_action() -> None:
    reached = reach(10_000, FOUR_SIXTIES, "matched_gross")
    assert reached == [(6_000, True), (4_000, True), (0, False), (0, False)]


def test_net_absorbing_settles_the_four_sixties_to_nothing() -> None:
    reached = reach(10_000, FOUR_SIXTIES, "net_absorbing")
    assert reached == [(6_000, True)] * 4


def test_matched_gross_pays_the_first_buster_what_is_left_of_300_dollars() -> None:
    reached = reach(30_000, BUSTERS, "matched_gross")
    assert reached == [(5_000, True), (10_000, True), (15_000, True), (0, False)]


def test_net_absorbing_pays_the_first_buster_what_was_collected_too() -> None:
    reached = reach(30_000, BUSTERS, "net_absorbing")
    assert reached == [(5_000, True), (10_000, True), (25_000, True), (0, False)]


def test_w_covers_all_when_it_equals_the_dues() -> None:
    asked = [loses(60), wins(40), PUSHES]
    assert covers_all(10_000, asked)
    assert not covers_all(9_999, asked)
    assert reach(10_000, asked, "matched_gross")[-1] == (0, True)
    assert reach(9_999, [*asked, PUSHES], "matched_gross")[-1] == (0, False)


def test_a_player_dealer_who_won_w_stops_at_once_unless_w_covers_all() -> None:
    assert reach(6_000, [loses(60), wins(60)], "net_absorbing") == [(6_000, True), (0, False)]
    assert reach(6_000, [loses(60), PUSHES], "net_absorbing") == [(6_000, True), (0, True)]


def test_under_net_absorbing_w_may_fall_short_and_yet_nobody_be_cut_short() -> None:
    asked = [loses(60), wins(60)]
    assert not covers_all(10_000, asked)
    assert reach(10_000, asked, "net_absorbing") == [(6_000, True), (6_000, True)]
