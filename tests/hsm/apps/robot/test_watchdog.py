"""However a run ends, the robot that it has moved is limp at the end."""

import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from hsm.apps.robot.process_queues import ChannelEnd, channel
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

    def _one_life(self, channel_end: socket.socket) -> CycleEnd:
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


@pytest.mark.parametrize("how", [CycleEnd.OVER, CycleEnd.DIED])
@pytest.mark.parametrize("code", ["", "import os; os.kill(os.getpid(), 9)"], ids=["0", "killed"])
def test_a_robot_that_nobody_can_ask_any_more_is_limp_however_the_process_for_it_ended(
    how: CycleEnd, code: str
) -> None:
    watchdog = ToldWatchdog([how])
    with subprocess.Popen([sys.executable, "-c", code]) as requests:
        requests.wait()
        watchdog._requests = requests  # noqa: SLF001
        assert watchdog.run_on() == 1
    assert watchdog.rests == [True]


def test_a_cycle_that_dies_is_followed_by_another_one() -> None:
    ends = [CycleEnd.DIED, CycleEnd.FAILED, CycleEnd.HUNG, CycleEnd.FAILED, CycleEnd.OVER]
    watchdog = ToldWatchdog(ends)
    assert watchdog.run_on() == 0
    assert watchdog.rests == [False, False, True]


class OutOfProcesses(ToldWatchdog):
    """One on a computer that starts no process any more after the first cycle has died."""

    def _one_life(self, channel_end: socket.socket) -> CycleEnd:
        if not self.rests:
            return CycleEnd.DIED
        return Watchdog._one_life(self, channel_end)

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


BEATS = "import socket, sys, time; end = socket.socket(fileno={0}); "
STIFF_AND = "[(end.send(bytes([1])), time.sleep(0.01)) for _ in range(20)]; "
LEAVES_AND = "end.send(bytes([2])); "


class ProgramForCycle(Watchdog):
    """A watchdog whose control cycle is a line of Python with `{0}` for the file of its beats.

    Attributes:
        rests: As of `ToldWatchdog`; the robot obeys.
        lives: How often the cycle was started.
    """

    def __init__(self, cycle: str, options: RobotOptions = OPTIONS) -> None:
        """Begin; the code is of one line."""
        super().__init__(options)
        self._program = cycle
        self.rests: list[bool] = []
        self.lives = 0

    def _start(self, words: Sequence[str], files: Sequence[int]) -> "subprocess.Popen[bytes]":
        self.lives += 1
        code = self._program.format(files[0])
        return subprocess.Popen([sys.executable, "-c", code], pass_fds=files)

    def _bring_to_rest(self, *, ends: bool) -> None:
        self.rests.append(ends)
        if self.lives > 1:
            self._stop(signal.SIGTERM)  # it would never end

    def run_on(self) -> int:
        """Return the exit code of the run."""
        inner, outer = channel()
        with inner, outer:
            return self._keep_going(inner)


def test_a_cycle_that_has_left_in_good_order_does_not_hang_however_long_it_writes() -> None:
    """As one on a slow computer, or whose recording is still on its way."""
    watchdog = ProgramForCycle(BEATS + STIFF_AND + LEAVES_AND + "time.sleep(0.3)")
    assert watchdog.run_on() == 0
    assert watchdog.rests == [True] and watchdog.lives == 1


def test_a_run_whose_figures_cannot_be_written_at_its_end_does_not_begin_again() -> None:
    watchdog = ProgramForCycle(BEATS + STIFF_AND + LEAVES_AND + "sys.exit(1)")
    assert watchdog.run_on() == 1
    assert watchdog.rests == [True] and watchdog.lives == 1


def test_a_cycle_that_never_ends_after_it_has_left_is_ended(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As one whose recorder takes nothing any more."""
    watchdog = ProgramForCycle(BEATS + LEAVES_AND + "time.sleep(60)")
    assert watchdog.run_on() == 1
    assert watchdog.rests == [True]
    assert "the control cycle does not end and is killed" in caplog.text


def test_a_stiff_cycle_that_falls_silent_without_a_word_hangs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    watchdog = ProgramForCycle(BEATS + STIFF_AND + "time.sleep(60)")
    heard, beat = channel()
    with heard, beat:
        child = watchdog._start((), (beat.fileno(),))  # noqa: SLF001
        try:
            end = ChannelEnd(heard.detach())
            assert watchdog._guard(child, end) is CycleEnd.HUNG  # noqa: SLF001
            assert caplog.messages == ["no heartbeat for 100 ms (is the computer busy?)"]
            end.close()
        finally:
            child.kill()
            child.wait()


def test_a_cycle_that_is_killed_before_it_begins_is_no_code_that_nobody_knows() -> None:
    watchdog = ProgramForCycle("import os; os.kill(os.getpid(), 9)")
    assert watchdog.run_on() == 1


@contextmanager
def handlers_kept() -> Iterator[None]:
    """Let the signals of this process mean afterwards what they have meant before."""
    numbers = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGTSTP)
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Deaf(ProgramForCycle):
    """One that tells at its start what its signals mean, and runs nothing."""

    def _keep_going(self, channel_end: socket.socket) -> int:
        numbers = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
        self.heeded = [number for number in numbers if signal.getsignal(number) == self._stop]
        return 0


def test_a_terminal_that_is_closed_ends_a_run_in_good_order_unless_that_is_to_be_ignored() -> None:
    with handlers_kept():
        watchdog = Deaf("")
        assert watchdog.run() == 0
        assert watchdog.heeded == [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # nohup
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a job in the background
        assert watchdog.run() == 0
        assert watchdog.heeded == [signal.SIGTERM]


def test_control_z_does_not_stop_who_guards_the_robot() -> None:
    class Stopped(Deaf):
        def _keep_going(self, channel_end: socket.socket) -> int:
            os.kill(os.getpid(), signal.SIGTSTP)
            return super()._keep_going(channel_end)

    with handlers_kept():
        assert Stopped("").run() == 0


def test_a_recorder_that_hangs_does_not_keep_a_run_from_ending(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hsm.apps.robot.watchdog._KEPT_WITHIN", 0.2)
    watchdog = Deaf("", replace(OPTIONS, record=tmp_path))
    hangs = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    watchdog._recorders.append(hangs)  # noqa: SLF001
    began = monotonic()
    try:
        with handlers_kept():
            assert watchdog.run() == 0
        assert monotonic() - began < 10.0
        assert f"process {hangs.pid} is still writing a run there" in caplog.text
    finally:
        hangs.kill()
        hangs.wait()
