"""The facts at the head of every document, from the head of its dataset."""

from typing import Final

from cardroom.reports.dataset import Dataset, Versioned

_HOUR: Final = 60


def marks(dataset: Dataset) -> list[str]:
    """What nobody may overlook in a report of any kind."""
    if dataset.has_ended:
        return []
    return ["THE PERIOD HAS NOT ENDED: its end is not on record, and figures will change."]


def facts(dataset: Dataset) -> list[tuple[str, str]]:
    """Label and text of each fact."""
    told = [
        ("House", f"{dataset.house_name} ({dataset.house})"),
        ("Month" if dataset.month else "Gaming day", period(dataset)),
        ("From", f"{dataset.from_local} {dataset.zone}"),
        ("To", f"{dataset.to_local} {dataset.zone}, {length(dataset.minutes)}"),
        ("Rounds", f"{sum(one.rounds for one in dataset.tables):,}"),
        ("Events up to", ", ".join(f"{one.table}: {one.last_position}" for one in dataset.tables)),
        ("Rule sets", versions(dataset.rulesets)),
        ("Offerings", versions(dataset.offerings)),
        ("House policy", versions(dataset.policies)),
        ("Profiles", versions(dataset.profiles)),
    ]
    return [(label, text) for label, text in told if text]


def period(dataset: Dataset) -> str:
    """The day or month that it is about."""
    return dataset.month or str(dataset.gaming_day)


def length(minutes: int) -> str:
    """How long it lasts: `24 h`, or `23 h 30 min` where the house changed its settings."""
    hours, rest = divmod(minutes, _HOUR)
    return f"{hours:,} h {rest} min" if rest else f"{hours:,} h"


def versions(found: tuple[Versioned, ...]) -> str:
    """Names with their versions."""
    return ", ".join(f"{one.name} {one.version}" for one in found)
