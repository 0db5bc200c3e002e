"""How `up` starts Python: from any working directory, with our modules and none that lies there."""

import os
import sys
from pathlib import Path
from typing import Final

ROOT: Final = str(Path(__file__).resolve().parent.parent.parent)
_ELSEWHERE: Final = os.environ.get("PYTHONPATH", "")
ENVIRONMENT: Final = {
    "PYTHONPATH": os.pathsep.join(path for path in (ROOT, _ELSEWHERE) if path),
}


def module(name: str, *arguments: str) -> list[str]:
    """The command that runs a module; the working directory is no place to look for it."""
    return [sys.executable, "-P", "-m", name, *arguments]
