"""The gaming days of a table: what it attests of each one once that is over."""

from datetime import date

from tables.simulation.stream import Stream


class Days:
    """Counts the rounds of the present gaming day.

    A day that began before the simulation is not attested: its earlier rounds aren't known here.
    """

    def __init__(self, stream: Stream, *, first_round: int) -> None:
        self.stream = stream
        self._whole = first_round == 1
        self._day: date | None = None
        self._last_round = 0
        self._dealt = 0

    def played(self, number: int, day: date, *, was_dealt: bool) -> None:
        """Count a round of a day; the first one of another day attests the day before."""
        if self._day is not None and self._day != day:
            self.attest()
            self._whole = True
            self._dealt = 0
        self._day = day
        self._last_round = number
        self._dealt += was_dealt

    def attest(self) -> None:
        """Say how many rounds the day had and which was the last."""
        if self._day is None or not self._whole:
            return
        counts = {"last_round": self._last_round, "rounds_dealt": self._dealt}
        self.stream.write("day.attested", {"gaming_day": self._day.isoformat(), **counts})
