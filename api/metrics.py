"""Gauges for Prometheus, read from the database whenever somebody scrapes them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api import readiness
from cardroom import clock
from cardroom.due.queries import Waiting
from cardroom.log import tails
from cardroom.log.records import Lag

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def exposition(house: str | None) -> bytes:
    """What holds and how far every stream is, of one house or of all, as a scraper reads it."""
    registry = CollectorRegistry()
    registry.register(_Gauges(house))
    return generate_latest(registry)


class _Gauges(Collector):
    """Without a database only that is told."""

    def __init__(self, house: str | None) -> None:
        self._house = house

    def describe(self) -> list[GaugeMetricFamily]:
        """Nothing: to be registered takes no scrape."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One gauge after the other."""
        now = clock.now()
        seen = readiness.look(now)
        ready = GaugeMetricFamily("cardroom_ready", "1 while this holds.", labels=["check"])
        for check in seen.checks:
            ready.add_metric([check.name], float(check.ok))
        yield ready
        if seen.lag is not None and seen.due is not None:
            yield from _waiting(seen.lag, seen.due, now)
            yield from _streams(self._house, now)


def _waiting(lag: Lag, due: Waiting, now: datetime) -> Iterator[GaugeMetricFamily]:
    """What waits for the feed's sequencer and for a worker."""
    for name, value, said in (
        ("feed_waiting_events", lag.events, "Events without a place in the feed yet."),
        ("feed_waiting_seconds", _seconds(lag.since, now), "Since when the first of them waits."),
        ("due_waiting", due.rows, "Pieces of work that could be done now."),
        ("due_waiting_seconds", _seconds(due.since, now), "Since when the first of them waits."),
        ("due_failed", due.failed, "Pieces of work that were given up."),
    ):
        yield GaugeMetricFamily(f"cardroom_{name}", said, value=value)


def _streams(house: str | None, now: datetime) -> Iterator[GaugeMetricFamily]:
    """How long each stream is, and how long nothing came: a table's system that fell silent."""
    labels = ["house", "stream"]
    positions = GaugeMetricFamily("cardroom_stream_events", "Events recorded.", labels=labels)
    idle = GaugeMetricFamily(
        "cardroom_stream_idle_seconds", "Since when nothing was recorded.", labels=labels
    )
    for end in tails.ends(house):
        positions.add_metric([end.house, end.stream], end.position)
        idle.add_metric([end.house, end.stream], _seconds(end.recorded_at, now))
    yield from (positions, idle)


def _seconds(since: datetime | None, now: datetime) -> float:
    return (now - since).total_seconds() if since else 0
