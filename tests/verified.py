"""Verification with marks, for tests: runs that go on from one another."""

from pathlib import Path
from typing import Any

from cardroom.log.marks import Mark, Marks
from tables.verify import Asked, Counts, Finding, Scope, verify
from tests.played import HOUSE, STREAM

Said = list[tuple[str, int | None, str | None]]


class Verifier:
    """Somebody who verifies one database again and again; `counts` are the last run's."""

    def __init__(self, place: Path) -> None:
        self.marks = Marks(place / "verification" / "this")
        self.counts = Counts()

    def run(self, **asked: Any) -> list[Finding]:
        """A whole run."""
        self.counts = Counts()
        return list(verify(self.counts, Asked(marks=self.marks, **asked)))

    def full(self) -> Said:
        """What `--full` finds."""
        return said(self.run())

    def since(self) -> Said:
        """What `--since-checkpoint` finds."""
        return said(self.run(scope=Scope.SINCE_CHECKPOINT))

    def read(self, stream: str = STREAM) -> tuple[int, int]:
        """Behind which position the last run read a stream, and to which."""
        (found,) = (one for one in self.counts.range.streams if one.stream == stream)
        return found.after, found.until

    def mark(self, name: str = "sound", stream: str = STREAM) -> Mark:
        """A mark that was left."""
        found = self.marks.get(HOUSE, stream, name)
        assert found is not None, f"no mark {name} of {stream}"
        return found

    def break_off(self, *, after: int) -> None:
        """A run that is interrupted once its mark stands behind a position."""
        counts = Counts()
        self.counts = counts
        run = verify(counts, Asked(marks=_Breaking(self.marks.root, after)))
        try:
            found = list(run)
        except KeyboardInterrupt:
            return
        raise AssertionError(f"never interrupted: {found}")


class _Breaking(Marks):
    """Marks that interrupt whoever leaves one behind a position."""

    def __init__(self, root: Path, after: int) -> None:
        super().__init__(root)
        self.after = after

    def put(self, name: str, mark: Mark) -> None:
        """Leave it, and interrupt."""
        super().put(name, mark)
        if mark.stream == STREAM and name.startswith("run") and mark.position > self.after:
            raise KeyboardInterrupt


def said(found: list[Finding]) -> Said:
    """Findings by kind, position and column."""
    return [(one.kind, one.position, one.column) for one in found]
