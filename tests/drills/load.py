"""Load: simulated tables that record over HTTP as fast as asked, and a follower of the feed."""

from collections import defaultdict
from threading import Event, Thread
from typing import Final

from cardroom import clock
from cardroom.playing.play import Play
from cardroom.playing.play import Seen as Counted
from cardroom.playing.tables import settings, simulated
from tables.rounds import codec
from tests.drills.club import PATIENT
from tests.drills.witness import Witness

_PAGE: Final = 500


class Worker(Thread):
    """Somebody who works until told to stop; what failed him is kept."""

    def __init__(self, url: str, key: str) -> None:
        super().__init__(daemon=True)
        self.client = Witness(url, key, patience=PATIENT)
        self.stopping = Event()
        self.failure: Exception | None = None

    def run(self) -> None:
        """Work."""
        try:
            self.work()
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            self.failure = error
        finally:
            self.client.close()

    def work(self) -> None:
        """What there is to do."""
        raise NotImplementedError

    def finish(self) -> None:
        """Wait for the end; raise what failed."""
        self.stopping.set()
        self.join()
        if self.failure is not None:
            raise self.failure


class Player(Worker):
    """A table that plays legal random rounds, one at a time."""

    def __init__(self, url: str, key: str, table: str, *, rounds: int, pause_s: float) -> None:
        super().__init__(url, key)
        self.table = table
        self.rounds = rounds
        self.pause_s = pause_s
        self.counted = Counted()

    def work(self) -> None:
        """Play until stopped, at most so many rounds."""
        view, standing = self.client.house(), self.client.standing(self.table)
        table = simulated(
            self.table, standing, rounds=self.rounds, seed=self.table, now=clock.now()
        )
        offered = settings(view, self.table)
        play = Play(self.table, table, offered, self.client, self.counted)
        for _ in play.rounds(self.rounds):
            if self.stopping.wait(self.pause_s):
                return


class Follower(Worker):
    """A consumer of the feed, who keeps where each event came: by stream, the ids by position.

    `sent` are the ids of those events that clients send, and not the service itself.
    """

    def __init__(self, url: str, key: str) -> None:
        super().__init__(url, key)
        self.cursor = 0
        self.streams: dict[str, dict[int, str]] = defaultdict(dict)
        self.sent: set[str] = set()

    def work(self) -> None:
        """Follow until stopped, and then to the end."""
        while True:
            ending = self.stopping.is_set()
            page = self.client.get(f"/events?after={self.cursor}&limit={_PAGE}")["items"]
            for item in page:
                self._take(item["cursor"], item["stream"], item["position"], item["id"])
                is_tables = item["stream"].startswith("table:")  # gaming days are the house's
                if is_tables and item["type"] not in codec.SERVICE_TYPES:
                    self.sent.add(item["id"])
            if not page and ending:
                return
            if not page:
                self.stopping.wait(0.5)

    def _take(self, cursor: int | str, stream: str, position: int, event_id: str) -> None:
        assert int(cursor) == self.cursor + 1, f"cursor {cursor} came behind {self.cursor}"
        held = self.streams[stream.removeprefix("table:")]
        assert position == len(held) + 1, f"{stream} {position} came behind {len(held)}"
        self.cursor = int(cursor)
        held[position] = event_id
