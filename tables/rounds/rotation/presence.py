"""Presence: which companies of TPPPS sit at a table, and for how long they did."""

from collections.abc import Mapping

from msgspec import Struct, structs

from tables.rounds.codec import Recorded
from tables.rounds.furniture import Seat
from tables.rules.rotation.stays import Stay


class Presence(Struct):
    """The stays that ended, and by company those that go on."""

    ended: list[Stay] = []
    here: dict[str, Stay] = {}

    def copy(self) -> "Presence":
        """Another one, which changes by itself."""
        return Presence([*self.ended], dict(self.here))

    def seen(self, seats: Mapping[int, Seat], event: Recorded, table: str) -> None:
        """Who sits there behind an event."""
        now = {seat.tppps for seat in seats.values() if seat.kind == "tppps" and seat.tppps}
        for company in sorted(self.here.keys() - now):
            gone = self.here.pop(company)
            self.ended.append(structs.replace(gone, until=event.occurred_at))
        for company in sorted(now - self.here.keys()):
            self.here[company] = Stay(
                company=company,
                table=table,
                since=event.occurred_at,
                day=event.gaming_day,
                position=event.position,
            )

    @property
    def stays(self) -> tuple[Stay, ...]:
        """All of them."""
        return (*self.ended, *self.here.values())
