"""A house's calendar: days on record stay, those to come follow them by the settings in force."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cardroom.gaming_day import Calendar, Settings, Span, bounds, gaming_day

LA, TOKYO = "America/Los_Angeles", "Asia/Tokyo"
SIX, EIGHT = time(6), time(8)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


CREATED = utc("2026-11-26T20:00")
FIRST = Settings(CREATED, LA, SIX)


def calendar(*later: Settings, recorded: tuple[Span, ...] = ()) -> Calendar:
    return Calendar(recorded, [FIRST, *later], CREATED)


def test_under_settings_that_never_change_every_day_is_as_they_make_it() -> None:
    found = calendar()
    for text in ("2026-03-08T12:00", "2026-11-27T13:59:59", "2026-11-27T14:00", "2031-03-09T13:00"):
        day = gaming_day(utc(text), LA, SIX)
        assert found.at(utc(text)) == found.of(day) == Span(day, *bounds(day, LA, SIX), LA)


def test_a_changed_start_holds_from_the_next_day_which_is_the_longer_for_it() -> None:
    found = calendar(Settings(utc("2026-11-26T21:00"), LA, EIGHT))
    begun, longer, later = (found.of(date(2026, 11, day)) for day in (26, 27, 28))
    assert begun.end == longer.start == utc("2026-11-27T14:00")
    assert longer.end == later.start == utc("2026-11-28T16:00")
    assert found.gaming_day(utc("2026-11-28T15:59")) == date(2026, 11, 27)
    assert found.at(utc("2026-11-29T15:00")) == later


def test_a_changed_zone_holds_from_the_next_day_and_passes_over_a_date_without_length() -> None:
    found = Calendar(
        [],
        [
            Settings(CREATED, LA, time(23)),
            Settings(utc("2026-11-26T21:00"), TOKYO, time(0)),
        ],
        CREATED,
    )
    begun, none, after = (found.of(date(2026, 11, day)) for day in (25, 26, 27))
    assert none.start == none.end == begun.end == after.start == utc("2026-11-27T07:00")
    assert (begun.zone, none.gaming_day, after.zone) == (LA, date(2026, 11, 26), TOKYO)
    assert after.end == utc("2026-11-27T15:00")
    assert found.at(after.start).gaming_day == date(2026, 11, 27)


def test_a_day_on_record_stays_what_settings_say_now() -> None:
    recorded = Span(date(2026, 11, 26), utc("2026-11-26T14:00"), utc("2026-11-27T11:00"), LA)
    found = calendar(Settings(CREATED, LA, time(11)), recorded=(recorded,))
    assert found.at(utc("2026-11-27T10:59")) == recorded
    assert found.of(date(2026, 11, 27)).start == recorded.end


def test_days_that_nobody_recorded_go_by_the_settings_of_their_time() -> None:
    found = calendar(
        Settings(utc("2026-11-28T20:00"), LA, time(4)),
        Settings(utc("2026-11-28T21:00"), LA, EIGHT),
    )
    hours = [
        (day.end - day.start) / timedelta(hours=1)
        for day in (found.of(date(2026, 11, number)) for number in (26, 27, 28, 29, 30))
    ]
    assert hours == [24, 24, 24, 26, 24]


def test_settings_made_while_a_clock_was_set_back_hold_since_then() -> None:
    found = calendar(
        Settings(utc("2026-11-29T20:00"), LA, EIGHT), Settings(utc("2026-11-20T20:00"), LA, SIX)
    )
    assert found.of(date(2026, 11, 30)) == Span(
        date(2026, 11, 30), *bounds(date(2026, 11, 30), LA, SIX), LA
    )


@given(
    starts=st.lists(
        st.tuples(st.integers(0, 400), st.sampled_from([LA, TOKYO, "UTC"]), st.times()),
        max_size=4,
    ),
    hours=st.integers(-500, 1_000),
)
def test_days_follow_one_another_and_each_holds_its_instants_whatever_was_changed(
    starts: list[tuple[int, str, time]], hours: int
) -> None:
    later = [Settings(CREATED + timedelta(hours=at), zone, start) for at, zone, start in starts]
    found = calendar(*later)
    instant = CREATED + timedelta(hours=hours)
    day = found.at(instant)
    assert day.start <= instant < day.end
    assert found.of(day.gaming_day) == day
    days = [day]
    for _ in range(3):
        days.append(found.at(days[-1].end))
    assert all(one.end == next_one.start for one, next_one in pairwise(days))
