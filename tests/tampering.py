"""SQL that alters what is recorded of one stream, as somebody who may do everything would."""
# ruff: noqa: S608 - to tamper is the purpose

from typing import Final, NamedTuple

import msgspec

from cardroom.log.envelope import event_hash
from tests.recorded import recorded

_COPIED: Final = (
    "stream_id, occurred_at, recorded_at, gaming_day, round, version, hash_version, sameness,"
    " hash, house, type, recorded_by, body"
)
_AWAY: Final = 1_000_000


class Tampering(NamedTuple):
    """Alterations of one stream; each gives one statement or several."""

    house: str
    stream: str

    @property
    def ours(self) -> str:
        """The condition on events of this stream."""
        head = f"SELECT id FROM log_head WHERE house = '{self.house}' AND stream = '{self.stream}'"
        return f"stream_id = ({head})"

    def set(self, at: int, **columns: str) -> str:
        """Set columns of one event."""
        values = ", ".join(f"{column} = {value}" for column, value in columns.items())
        return f"UPDATE log_event SET {values} WHERE {self.ours} AND position = {at}"

    def forge(self, at: int, old: str, new: str) -> str:
        """Alter a body, and its hash as it then should be."""
        before, event = recorded(stream=self.stream, house=self.house)[at - 2 : at]
        forged = msgspec.structs.replace(event, body=event.body.replace(old.encode(), new.encode()))
        assert forged != event, f"{old} isn't in {event.body!r}"
        digest = event_hash(forged, before.hash).hex()
        body = forged.body.decode().replace("'", "''")
        return self.set(at, body=f"'{body}'", hash=f"'\\x{digest}'")

    def remove(self, at: int) -> str:
        """Remove one event."""
        return f"DELETE FROM log_event WHERE {self.ours} AND position = {at}"

    def copy(self, source: int, to: int) -> str:
        """Insert a copy of an event under another id."""
        return (
            f"INSERT INTO log_event (position, event_id, {_COPIED})"
            f" SELECT {to}, gen_random_uuid(), {_COPIED} FROM log_event"
            f" WHERE {self.ours} AND position = {source}"
        )

    def insert(self, source: int, to: int) -> tuple[str, ...]:
        """Insert a copy between others, which move on by one."""
        behind = f"WHERE {self.ours} AND position"
        return (
            f"UPDATE log_event SET position = position + {_AWAY} {behind} >= {to}",
            self.copy(source, to) if source < to else self.copy(source + _AWAY, to),
            f"UPDATE log_event SET position = position - {_AWAY - 1} {behind} > {_AWAY}",
        )

    def swap(self, one: int, other: int) -> tuple[str, ...]:
        """Let two events change places."""
        return (
            self.set(one, position=str(_AWAY)),
            self.set(other, position=str(one)),
            self.set(_AWAY, position=str(other)),
        )

    def cut(self, after: int) -> str:
        """Cut the stream's tail."""
        return f"DELETE FROM log_event WHERE {self.ours} AND position > {after}"

    def set_back(self, to: int) -> str:
        """Set the head back to an earlier event."""
        last = recorded(stream=self.stream, house=self.house)[to - 1]
        return (
            f"UPDATE log_head SET position = {to}, hash = '\\x{last.hash.hex()}'"
            f" WHERE house = '{self.house}' AND stream = '{self.stream}'"
        )


def swap_cursors(one: int, other: int) -> tuple[str, ...]:
    """Let two places of the feed change their events."""
    return (
        f"UPDATE log_feed SET cursor = {_AWAY} WHERE cursor = {one}",
        f"UPDATE log_feed SET cursor = {one} WHERE cursor = {other}",
        f"UPDATE log_feed SET cursor = {other} WHERE cursor = {_AWAY}",
    )
