"""The settings of a benchmark: Cardroom's own, on an installation and a database of its own."""

import os
from pathlib import Path
from typing import Final

DATA: Final = Path(
    os.environ.get("CARDROOM_BENCHMARKS", "")
    or Path(__file__).resolve().parent.parent.parent / "var" / "benchmarks"
)

os.environ.update(CARDROOM_DATA=str(DATA), DATABASE_URL="", CARDROOM_DATABASE="benchmark")

from cardroom.settings import *  # noqa: E402, F403 - the environment comes first
