"""The read models: what is shown without reading the log. They never feed an admission."""

from tables.models.fee import FeeRow
from tables.models.rotation import RotationRow
from tables.models.round import RoundRow
from tables.models.seat import SeatRow
from tables.models.table import TableRow

__all__ = ["FeeRow", "RotationRow", "RoundRow", "SeatRow", "TableRow"]
