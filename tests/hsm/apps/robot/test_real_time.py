"""Only what moves the robot has its priority: what it starts goes behind it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAYS = (
    "import os; from hsm.apps.robot import real_time; {};"
    "print(os.sched_getscheduler(0), os.sched_getparam(0).sched_priority)"
)


def place_after(*, may_wait: bool) -> tuple[int, int]:
    """Return scheduler and priority of a process that has stepped back."""
    done = f"real_time.claim(); real_time.step_back(may_wait={may_wait})"
    said = subprocess.run(
        [sys.executable, "-c", SAYS.format(done)], capture_output=True, text=True, check=True
    ).stdout
    kind, priority = map(int, said.split())
    return kind, priority


def place_of_the_cycle() -> tuple[int, int]:
    said = subprocess.run(
        [sys.executable, "-c", SAYS.format("real_time.claim()")], capture_output=True, text=True
    ).stdout
    kind, priority = map(int, said.split())
    return kind, priority


def test_what_serves_the_disk_waits_for_everybody() -> None:
    assert place_after(may_wait=True) == (os.SCHED_OTHER, 0)


def test_what_serves_programs_waits_for_the_cycle_alone() -> None:
    kind, priority = place_of_the_cycle()
    behind = place_after(may_wait=False)
    assert behind[0] == kind
    assert behind[1] < priority or kind != os.SCHED_FIFO  # where no real time is granted


STARTS = (
    "import sys; from hsm.apps.robot import __main__ as program;"
    "program.step_back = lambda **_: sys.exit('hsm.apps.robot.{}' in sys.modules);"
    "program.main({!r})"
)


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("recording", ["record", "--pipe", "0", "--folder", "runs", "--limit-mb", "1"]),
        ("request_server", ["requests", "--path", "requests", "--channel", "0"]),
    ],
)
def test_what_the_watchdog_starts_steps_back_before_it_loads(
    module: str, words: list[str], tmp_path: Path
) -> None:
    said = subprocess.run([sys.executable, "-c", STARTS.format(module, words)], cwd=tmp_path)
    assert said.returncode == 0
    assert not list(tmp_path.iterdir())
