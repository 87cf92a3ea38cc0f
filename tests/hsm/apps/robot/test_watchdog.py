"""However a run ends, the robot that it has moved is limp at the end."""

import errno
import os
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hsm.apps.robot.process_queues import channel
from hsm.apps.robot.watchdog import CycleEnd, RobotOptions, Watchdog

OPTIONS = RobotOptions(Path("lola"), None, None, 1.0, (), lock_step=False, debug=False)


class ToldWatchdog(Watchdog):
    """A watchdog whose cycles end as they are told to, and whose robot obeys.

    Attributes:
        rests: Of every time that the robot was brought to rest, whether that ended in limp.
    """

    def __init__(self, ends: Sequence[CycleEnd], *, control_c_in: int | None = None) -> None:
        """Begin.

        Args:
            ends: How the cycles end, one after the other.
            control_c_in: In which time that the robot is brought to rest somebody ends the run.
        """
        super().__init__(OPTIONS)
        self._ends = iter(ends)
        self._control_c_in = control_c_in
        self.rests: list[bool] = []

    def run_on(self) -> int:
        """Return the exit code of the run."""
        inner, outer = channel()
        with inner, outer:
            return self._keep_going(inner)

    def _one_life(self, channel_end: socket.socket, *, again: bool) -> CycleEnd:
        return next(self._ends)

    def _bring_to_rest(self, *, ends: bool) -> None:
        if len(self.rests) == self._control_c_in:
            self._stop(signal.SIGINT)
        self.rests.append(ends)


def test_a_robot_that_sits_down_when_the_run_is_ended_is_limp_after_it() -> None:
    watchdog = ToldWatchdog([CycleEnd.DIED], control_c_in=0)
    watchdog.run_on()
    assert watchdog.rests == [False, True]


def test_a_robot_whose_cycle_does_not_come_again_is_limp() -> None:
    watchdog = ToldWatchdog([CycleEnd.HUNG, *[CycleEnd.FAILED] * 3])
    assert watchdog.run_on() == 1
    assert watchdog.rests == [False, True]


@pytest.mark.parametrize("how", [CycleEnd.OVER, CycleEnd.ASKED])
def test_a_robot_that_nobody_takes_over_goes_limp_at_once(how: CycleEnd) -> None:
    watchdog = ToldWatchdog([how])
    if how is CycleEnd.ASKED:
        watchdog._stop(signal.SIGTERM)  # noqa: SLF001
    watchdog.run_on()
    assert watchdog.rests == [True]


def test_a_robot_that_no_cycle_has_moved_is_left_alone() -> None:
    watchdog = ToldWatchdog([CycleEnd.FAILED])
    assert watchdog.run_on() == 1
    assert watchdog.rests == []


def test_a_cycle_that_dies_is_followed_by_another_one() -> None:
    ends = [CycleEnd.DIED, CycleEnd.FAILED, CycleEnd.HUNG, CycleEnd.FAILED, CycleEnd.OVER]
    watchdog = ToldWatchdog(ends)
    assert watchdog.run_on() == 0
    assert watchdog.rests == [False, False, True]


class OutOfProcesses(ToldWatchdog):
    """One on a computer that starts no process any more after the first cycle has died."""

    def _one_life(self, channel_end: socket.socket, *, again: bool) -> CycleEnd:
        if not again:
            return CycleEnd.DIED
        return Watchdog._one_life(self, channel_end, again=again)

    def _start(self, words: Sequence[str], files: Sequence[int]) -> "subprocess.Popen[bytes]":
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")


def test_a_robot_is_limp_also_when_no_process_can_be_started_for_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As where memory is short, which may have been the end of the cycle before."""
    watchdog = OutOfProcesses([])
    open_files = len(os.listdir("/proc/self/fd"))
    assert watchdog.run_on() == 1
    assert watchdog.rests == [False, True]
    assert len(os.listdir("/proc/self/fd")) == open_files
    assert (
        caplog.messages.count(
            "the control cycle cannot be started: [Errno 11] Resource temporarily unavailable"
        )
        == 3
    )
