"""What the README says: a round with numbers, played; and the command that tests everything."""

import re

from cardroom.money import dollars
from tests.architecture.tree import ROOT
from tests.builders import PURE, a_table

ROW = re.compile(r"^\| (\d) \| (\d) \| (\w\w \w\w) \| (.*) \|$", re.MULTILINE)


def test_the_round_of_the_readme_settles_as_it_says() -> None:
    told = ROW.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    hands = {int(seat): cards for _, seat, cards, _ in told}
    assert list(hands) == [1, 2, 3, 4]
    play = a_table(PURE)
    play.sit(1, 2, 3, 4, 8)
    play.open_round(w=100_00, pd=8)
    for seat in hands:
        play.bet(seat, 60_00)
    play.deal(hands, "TC 8D")
    play.peek()
    play.stand(1, 2, 3)
    play.reveal()
    settlement = play.settle()
    assert settlement.action_button_seat == settlement.first_seat == 1
    assert (settlement.used_cents, settlement.player_dealer_net_cents) == (100_00, 20_00)
    lines = [
        (
            str(line.order),
            str(line.seat),
            hands[line.seat],
            " | ".join(
                [
                    line.result,
                    dollars(line.due_cents),
                    dollars(line.paid_cents),
                    dollars(line.collected_cents),
                    dollars(line.returned_cents),
                    line.rule,
                ]
            ),
        )
        for line in settlement.lines
    ]
    assert lines == told


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, tests = re.findall(r"```sh\n(python3 -m venv .*)\n```", readme)
    assert tests.endswith("docker/gate")
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == tests
