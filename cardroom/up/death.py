"""Children that end with their parent, also when it is killed and can say nothing."""

import ctypes
import os
import signal
import sys
from typing import Final

# The parent's pid, told to a child, so that it notices a parent that died before it could ask.
PARENT: Final = "CARDROOM_PARENT"
PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int, with_signal: signal.Signals) -> None:
    """Ask the kernel (Linux) for this signal when the parent ends."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, with_signal.value)
    if os.getppid() != parent:
        os.kill(os.getpid(), with_signal)
