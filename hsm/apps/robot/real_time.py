"""What a process does to be in time: the system's priority, memory that stays, no garbage."""

import ctypes
import gc
import os
import sys
from contextlib import suppress
from typing import Final

_PRIORITY: Final = 30
"""Above everything that is not in real time, below the robot's own processes."""
_BEHIND: Final = 10
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


def step_back(*, may_wait: bool) -> None:
    """Go behind the control cycle, whose priority every process of a robot is born with.

    Args:
        may_wait: It may be as late as the computer is busy; otherwise it only lets the cycle go
            first.
    """
    with suppress(OSError, AttributeError):
        if may_wait:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        elif os.sched_getscheduler(0) == os.SCHED_FIFO:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_BEHIND))


def keep() -> None:
    """Forget what loading has left and keep the rest for good: to look through it takes cycles."""
    gc.collect()
    gc.freeze()


def settle() -> None:
    """Keep what is loaded, and collect no garbage by itself."""
    # A second thread that wants the interpreter waits at most this long for it.
    sys.setswitchinterval(0.0005)
    keep()
    gc.disable()


if __name__ == "__main__":  # for `hsm doctor`: what a robot's process would be refused
    print(claim())
