"""What a process does to be in time: the system's priority, memory that stays, no garbage."""

import ctypes
import gc
import os
import sys
from typing import Final

_PRIORITY: Final = 30
"""Above everything that is not in real time, below the robot's own processes."""
_CURRENT_AND_FUTURE: Final = 1 | 2


def claim() -> str:
    """Ask for priority and for memory that is never swapped out.

    Returns:
        One line about what was refused; empty if all was granted.
    """
    refused = []
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
    except (OSError, AttributeError):
        refused.append(f"SCHED_FIFO {_PRIORITY} (LimitRTPRIO)")
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mlockall(_CURRENT_AND_FUTURE) != 0:
            refused.append("mlockall (LimitMEMLOCK)")
    except (OSError, AttributeError):
        refused.append("mlockall")
    if not refused:
        return ""
    return f"not granted: {', '.join(refused)}; cycles may be late while the computer is busy"


def settle() -> None:
    """Forget what loading has left, keep the rest for good, and collect no garbage by itself."""
    # A second thread that wants the interpreter waits at most this long for it.
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.disable()
