"""Recording in this process, through the same service as the API's."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.view import HouseView, house_view
from cardroom.playing.recorder import JSON, NotRecordedError, Standing, standing_of
from tables import queries, services
from tables.simulation.stream import Event

RECORDED_BY = "simulate"


class InProcess:
    """The house of this code, in the database that the settings name."""

    def __init__(self, house: str) -> None:
        self._house = house

    def house(self) -> HouseView:
        """The house, with all its tables."""
        return house_view(self._house)

    def standing(self, table: str) -> Standing:
        """How a table stands."""
        view = queries.table(self._house, table)
        after = max(view.last_position - 1, 0)
        last = queries.events(self._house, table, after=after, limit=1)
        return standing_of(_plain(view), _plain(last[0]) if last else None)

    def record(self, table: str, events: Sequence[Event]) -> JSON:
        """Record a batch; it is durable when this returns."""
        content = json.dumps({"events": events}).encode()
        try:
            answer = services.record(
                house=self._house, table=table, content=content, recorded_by=RECORDED_BY
            )
        except CardroomError as error:
            raise NotRecordedError(f"{error.code} at {error.pointer}: {error.detail}") from error
        plain: JSON = _plain(answer)
        return plain

    def close(self) -> None:
        """Nothing is held: the database's connection is Django's."""


def _plain(struct: msgspec.Struct) -> Any:  # noqa: ANN401 - as JSON has it
    return json.loads(msgspec.json.encode(struct))
