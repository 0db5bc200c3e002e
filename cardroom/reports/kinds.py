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
from cardroom.reports.periods import Period


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of report.

    `make` reads what is recorded, `lay_out` is pure, and `is_withheld` says whether a kept one
    tells what a box holds that isn't counted yet: then nobody reads it who may count.
    """

    name: str
    title: str
    dataset: type[Dataset]
    make: Callable[[str, Period, datetime], Dataset]
    lay_out: Callable[[Any], Document]
    is_withheld: Callable[[str, Any], bool]

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
KINDS: Final = {kind.name: kind for kind in (FEES,)}


def kind_of(name: str) -> Kind:
    """The kind of that name. Raises Malformed."""
    if name not in KINDS:
        raise Malformed(f"there is no report {name[:40]!r}; there is {', '.join(KINDS)}")
    return KINDS[name]
