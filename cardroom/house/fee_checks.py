"""What makes the fee schedules of a house file sound."""

from collections.abc import Collection, Iterator, Mapping

from cardroom.house.document import FeeScheduleSection, HouseFile, RateSection
from cardroom.house.faults import Fault, unknown
from cardroom.house.toml_lines import Path
from cardroom.money import dollars
from ledger.rules.fees import Basis, Rate, Role
from ledger.rules.schedule import first_gap, one_too_many, overlap

Bounds = tuple[int, int | None]


def rates(schedule: FeeScheduleSection) -> tuple[Rate, ...]:
    """The rates with what is left out filled in."""
    return tuple(
        Rate(
            role=rate.role,
            basis=rate.basis,
            kinds=rate.kinds or ("game",),
            from_cents=rate.from_cents or 0,
            to_cents=rate.to_cents,
            fee_cents=rate.fee_cents,
        )
        for rate in schedule.rates
    )


def check_fee_schedules(file: HouseFile, kinds: Collection[str]) -> None:
    """Each rate makes sense alone, and all of them together."""
    for index, schedule in enumerate(file.fee_schedules):
        path: Path = ("fee_schedules", index)
        until = schedule.effective_to
        if until is not None and until < schedule.effective_from:
            raise Fault((*path, "effective_to"), "the schedule ends before it begins")
        if not schedule.rates:
            raise Fault((*path, "rates"), "a schedule has at least one rate")
        for i, rate in enumerate(schedule.rates):
            _check_rate(rate, kinds, (*path, "rates", i))
        _check_together(schedule, (*path, "rates"))


def _check_rate(rate: RateSection, kinds: Collection[str], path: Path) -> None:
    if rate.basis == "flat" and (rate.from_cents, rate.to_cents) != (None, None):
        key = "to_cents" if rate.from_cents is None else "from_cents"
        raise Fault((*path, key), "a flat fee has no tiers")
    if rate.role == "player_dealer" and rate.basis == "own_wager":
        raise Fault(
            (*path, "basis"), "a player-dealer owes by flat or total_action, having no wager"
        )
    if rate.kinds is not None and (rate.role == "player_dealer" or rate.basis == "total_action"):
        raise Fault((*path, "kinds"), "kinds belong to a player's flat or own_wager fee")
    if rate.kinds == ():
        raise Fault((*path, "kinds"), "a rate is for at least one kind of wager")
    for i, kind in enumerate(rate.kinds or ()):
        if kind not in kinds:
            raise Fault((*path, "kinds", i), unknown("kind of wager", kind, kinds))
    if rate.to_cents is not None and rate.to_cents < (rate.from_cents or 0):
        raise Fault((*path, "to_cents"), "the tier ends below its beginning")


def _check_together(schedule: FeeScheduleSection, path: Path) -> None:
    all_rates = rates(schedule)
    if twice := overlap(all_rates):
        raise Fault(
            (*path, twice.second),
            f"overlaps rates[{twice.first + 1}]: both rate {dollars(twice.amount_cents)}",
        )
    beyond = one_too_many(all_rates, schedule.max_rates)
    if beyond is not None:
        fee = dollars(all_rates[beyond].fee_cents)
        raise Fault(
            (*path, beyond),
            f"{fee} is one fee amount more than max_rates allows, which is {schedule.max_rates}",
        )


def check_no_gap(file: HouseFile, index: int, limits: Mapping[str, Bounds]) -> None:
    """Whatever the offering's limits allow has a tier, on each basis that its schedule rates."""
    offering = file.offerings[index]
    at, schedule = next(
        (at, schedule)
        for at, schedule in enumerate(file.fee_schedules)
        if schedule.code == offering.fee_schedule
    )
    numbered = list(enumerate(rates(schedule)))
    for role, basis, kind, (least, most) in _questions(limits):
        tiers = [(i, rate) for i, rate in numbered if rate.applies(role, basis, kind)]
        gap = first_gap([rate for _, rate in tiers], least, most)
        if tiers and gap is not None:
            above = [(rate.from_cents, i) for i, rate in tiers if rate.from_cents > gap]
            nearest = min(above) if above else max((rate.from_cents, i) for i, rate in tiers)
            raise Fault(
                ("fee_schedules", at, "rates", nearest[1]),
                f"no tier holds {dollars(gap)}, a {role} fee by {basis} that the limits of"
                f" {kind} in offering {offering.code} make possible",
            )


def _questions(limits: Mapping[str, Bounds]) -> Iterator[tuple[Role, Basis, str, Bounds]]:
    """What an offering may ask of its schedule, with the least and the most amount."""
    for kind, limit in limits.items():
        yield "player", "own_wager", kind, limit
    for role in ("player", "player_dealer"):
        yield role, "total_action", "game", (limits["game"][0], None)
