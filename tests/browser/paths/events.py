"""The pages of a table's events."""

from typing import Final

EVENTS: Final = "/admin/rounds/T01/events/"
PATHS: Final = (EVENTS, f"{EVENTS}?type=seat.taken", f"{EVENTS}?round=3", f"{EVENTS}1/correct/")
