"""What putting a round right makes of its collection fees: moved, owed, and open then."""

from typing import NamedTuple

from cardroom.money import dollars
from tables.views.fees import FeesView


class FeesThen(NamedTuple):
    """The sums before and after, in a sentence what is open afterwards, and of whom."""

    sums: list[tuple[str, str, str]]
    said: str
    open: list[str]


def fees_then(was: FeesView, then: FeesView) -> FeesThen:
    """The fees of a round as it stands, and as it would."""
    sums = [
        ("Assessed", was.assessed_cents, then.assessed_cents),
        ("Collected", was.collected_cents, then.collected_cents),
        ("Waived", was.waived_cents, then.waived_cents),
        ("Refunded", was.refunded_cents, then.refunded_cents),
    ]
    return FeesThen(
        sums=[(word, dollars(before), dollars(after)) for word, before, after in sums],
        said=_said(then),
        open=[str(each) for each in then.exceptions],
    )


def _said(then: FeesView) -> str:
    beyond = [one.difference_cents for one in then.exceptions]
    back = sum(cents for cents in beyond if cents > 0)
    owing = -sum(cents for cents in beyond if cents < 0)
    said = []
    if back:
        said.append(f"{dollars(back)} was collected that nobody owes then, and has to go back.")
    if owing:
        said.append(f"{dollars(owing)} is still owing then.")
    return " ".join(said) or "No fee is owing then, and none has to go back."
