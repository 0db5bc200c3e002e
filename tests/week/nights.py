"""The nights: two tables of each house, and what happens on single days."""

from datetime import date

from tests.week.mistakes import missing, too_high
from tests.week.tables import DAYS, Night, Slip, WeekTable

THURSDAY, FRIDAY, SATURDAY, SUNDAY, MONDAY, TUESDAY, WEDNESDAY = DAYS


def evening(table: WeekTable, day: date) -> None:
    """From the evening to the hour that comes twice; the box is changed where the shift ends."""
    table.until(day, "18:00")
    table.open()
    table.play(3)
    table.until(day, "22:00")
    table.change_box(says="C-ELSEWHERE" if day == SUNDAY else None)
    table.play(2)
    if day == MONDAY:
        table.void_later()
    if day == TUESDAY:
        table.play(1)
        table.pay_wrong()
    table.until(day, "01:15", later=1)
    table.play(2)
    table.close()


class AllNight:
    """From before midnight into the next gaming day, with boxes changed in mid-shift there.

    Slips of one night are put right later: in the same night, or when the box is counted.
    """

    def __init__(self) -> None:
        self.slips: dict[date, Slip] = {}

    def __call__(self, table: WeekTable, day: date) -> None:
        """One night."""
        table.until(day, "23:00")
        table.open()
        table.play(2)
        self._put_right(table, day)
        if day in {FRIDAY, SATURDAY}:
            self.slips[day] = table.play_until(too_high)
        elif day in {SUNDAY, MONDAY}:
            self.slips[day] = table.play_until(missing)
        elif day == WEDNESDAY:
            forgotten = table.forget()
            table.play(1)
            table.report_late(forgotten)
        table.until(day, "02:30", later=1)
        table.play(1)
        if day == FRIDAY:
            table.correct(self.slips[day], counted=False)
        if day == SUNDAY:
            table.change_box()
            table.pay_later(self.slips[day], counted=False)
        table.until(day, "05:57", later=1)
        table.play(4)
        table.change_box()
        table.until(day, "08:10", later=1)
        table.play(1)
        table.change_box()
        table.play(1)
        table.until(day, "09:00", later=1)
        table.close()

    def _put_right(self, table: WeekTable, day: date) -> None:
        """What was found of the night before, whose boxes are counted."""
        if day == SUNDAY:
            table.correct(self.slips[SATURDAY], counted=True)
        if day == TUESDAY:
            table.pay_later(self.slips[MONDAY], counted=True)


def nights() -> tuple[Night, Night]:
    """The nights of a house's two tables."""
    return evening, AllNight()
