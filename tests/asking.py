"""What is asked of the database meanwhile, whoever asks: through Django or past it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest


@contextmanager
def statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The statements of the block, in their order."""
    asked: list[object] = []
    execute = psycopg.Cursor.execute

    def counting(self: psycopg.Cursor[Any], *args: Any, **more: Any) -> Any:  # noqa: ANN401
        asked.append(args[0])
        return execute(self, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Cursor, "execute", counting)
        yield asked
