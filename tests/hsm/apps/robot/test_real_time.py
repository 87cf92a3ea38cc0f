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


def place_after(done: str) -> tuple[int, int]:
    """Return scheduler and priority of a process that has executed some code."""
    said = subprocess.run(
        [sys.executable, "-c", SAYS.format(done)], capture_output=True, text=True, check=True
    ).stdout
    kind, priority = map(int, said.split())
    return kind, priority


def test_what_serves_the_disk_waits_for_everybody() -> None:
    done = "real_time.claim(); real_time.step_back(may_wait=True)"
    assert place_after(done) == (os.SCHED_OTHER, 0)


def test_what_serves_programs_waits_for_the_cycle_alone() -> None:
    kind, priority = place_after("real_time.claim()")
    behind = place_after("real_time.claim(); real_time.step_back(may_wait=False)")
    assert behind[0] == kind
    assert behind[1] < priority or kind != os.SCHED_FIFO  # where no real time is granted


def test_what_has_loaded_has_the_priority_of_the_cycle() -> None:
    done = "real_time.claim(); real_time.step_back(may_wait=False); real_time.step_forward()"
    assert place_after(done) == place_after("real_time.claim()")


STARTS = (
    "import sys; from hsm.apps.robot import __main__ as program;"
    "program.step_back = lambda **_: sys.exit('hsm.apps.robot.{}' in sys.modules);"
    "sys.argv[1:] = {!r}; program.main()"
)


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("recording", ["record", "--pipe", "0", "--folder", "runs", "--limit-mb", "1"]),
        ("request_server", ["requests", "--path", "requests", "--channel", "0"]),
        ("loop", ["cycle", "--socket", "lola"]),
        ("watchdog", ["run", "--socket", "lola", "--requests", "requests", "--lock-step"]),
    ],
)
def test_every_process_steps_back_before_it_loads(
    module: str, words: list[str], tmp_path: Path
) -> None:
    said = subprocess.run([sys.executable, "-c", STARTS.format(module, words)], cwd=tmp_path)
    assert said.returncode == 0
    assert not list(tmp_path.iterdir())
