"""Kept reports as a visitor may read them; what tells of uncounted boxes is no counter's."""

from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied

from cardroom.pages.visitor import Visitor
from cardroom.reports import hiding, store
from cardroom.reports.dataset import Dataset
from cardroom.reports.kinds import Kind, kind_of
from cardroom.reports.periods import Period
from cardroom.reports.store import Kept

WITHHELD: Final = (
    "This report tells, or may tell, what boxes hold that aren't counted yet, and you may count."
    " It is shown to you whole once they are counted."
)


class Shown(NamedTuple):
    """A kept revision; without its dataset for whom that is withheld from."""

    kept: Kept
    data: Dataset | None

    @property
    def kind(self) -> Kind:
        """The kind of the report."""
        return kind_of(self.kept.kind)


def newest(visitor: Visitor, kind: Kind, period: Period) -> Shown | None:
    """The newest revision of a report; None while none is kept."""
    kept = store.latest(visitor.house, kind.name, str(period))
    return None if kept is None else _shown(visitor, kept)


def one(visitor: Visitor, number: int) -> Shown:
    """A revision by its id, for whom it isn't withheld from. Raises Missing, PermissionDenied."""
    shown = _shown(visitor, store.one(visitor.house, number))
    if shown.data is None:
        raise PermissionDenied(WITHHELD)
    return shown


def _shown(visitor: Visitor, kept: Kept) -> Shown:
    kind = kind_of(kept.kind)
    data = kind.read(store.content_of(kept))
    is_withheld = visitor.is_blind and hiding.is_withheld(kept.house, kind, data)
    return Shown(kept, None if is_withheld else data)
