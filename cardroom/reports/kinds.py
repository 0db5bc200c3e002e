"""The kinds of reports; another one is a dataset, how it is made and laid out, and a line here."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from cardroom.errors import Malformed
from cardroom.reports.dataset import Dataset
from cardroom.reports.document import Document
from cardroom.reports.fees import layout as fees_layout
from cardroom.reports.fees import making as fees
from cardroom.reports.fees.dataset import Fees
from cardroom.reports.integrity import layout as integrity_layout
from cardroom.reports.integrity import making as integrity
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.irregularities import layout as irregularities_layout
from cardroom.reports.irregularities import making as irregularities
from cardroom.reports.irregularities.dataset import Irregularities
from cardroom.reports.periods import Period
from cardroom.reports.rotation import layout as rotation_layout
from cardroom.reports.rotation import making as rotation
from cardroom.reports.rotation.dataset import Rotation

Make = Callable[[str, Period, datetime], Dataset]


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of report.

    `make` reads what is recorded, `lay_out` is pure, and `is_withheld` says whether a kept one
    tells what a box holds that isn't counted yet: then nobody reads it who may count. `prepare`
    does what takes longer than one instant may be held, and gives how it is made then.
    """

    name: str
    title: str
    dataset: type[Dataset]
    make: Make
    lay_out: Callable[[Any], Document]
    is_withheld: Callable[[str, Any], bool]
    prepare: Callable[[str, Period], Make] | None = None

    def read(self, canonical_json: bytes) -> Dataset:
        """A kept dataset, typed."""
        return msgspec.json.decode(canonical_json, type=self.dataset)


FEES: Final = Kind(
    name=fees.KIND,
    title=fees.TITLE,
    dataset=Fees,
    make=fees.make,
    lay_out=fees_layout.lay_out,
    is_withheld=fees.is_withheld,
)
ROTATION: Final = Kind(
    name=rotation.KIND,
    title=rotation.TITLE,
    dataset=Rotation,
    make=rotation.make,
    lay_out=rotation_layout.lay_out,
    is_withheld=rotation.is_withheld,
)
IRREGULARITIES: Final = Kind(
    name=irregularities.KIND,
    title=irregularities.TITLE,
    dataset=Irregularities,
    make=irregularities.make,
    lay_out=irregularities_layout.lay_out,
    is_withheld=irregularities.is_withheld,
)
INTEGRITY: Final = Kind(
    name=integrity.KIND,
    title=integrity.TITLE,
    dataset=Integrity,
    make=integrity.make,
    lay_out=integrity_layout.lay_out,
    is_withheld=integrity.is_withheld,
    prepare=integrity.prepare,
)
KINDS: Final = {kind.name: kind for kind in (FEES, ROTATION, IRREGULARITIES, INTEGRITY)}


def kind_of(name: str) -> Kind:
    """The kind of that name. Raises Malformed."""
    if name not in KINDS:
        raise Malformed(f"there is no report {name[:40]!r}; there is {', '.join(KINDS)}")
    return KINDS[name]
