"""The operator's log: what it reports, and that writing it never blocks."""

import logging
import os
import pty
import socket
import subprocess
import sys
import termios

import pytest

from hardware.robots.nao import Joint
from hsm.apps.robot.journal import Journal
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from motions.requests import Motion, MotionRequest
from tests.fakes import NAO, sensor_frame

SAYS = """
import logging
from hsm.apps.robot.real_time import NonBlockingHandler
logging.basicConfig(level=logging.INFO, handlers=[NonBlockingHandler()])
for _ in range(10_000):
    logging.info("a line that nobody reads, again and again")
"""


def test_a_broken_joint_is_named_with_what_it_reports(caplog: pytest.LogCaptureFixture) -> None:
    control, settings = build_cycle(load_settings()), load_settings()
    journal = Journal(settings.robot, settings.perception.frame_check.joint_margin)
    with caplog.at_level(logging.WARNING, "hsm.robot"):
        for cycle in range(1, 30):
            frame = sensor_frame(cycle * NAO.cycle)
            if cycle > 20:
                angles = list(frame.positions)
                angles[Joint.R_ELBOW_ROLL] = 5.0
                frame = sensor_frame(cycle * NAO.cycle, positions=tuple(angles))
            wish = MotionRequest(Motion.SIT)
            journal.look(Cycle(frame, wish, control.step(frame, wish)))
    starts, broken = caplog.messages
    assert "Off -> Limp.Limp" in starts
    assert "-> Fault because 1 implausible values; r_elbow_roll at 5.00 rad" in broken


@pytest.mark.parametrize("kind", ["held terminal", "full pipe", "full socket"])
def test_a_line_that_would_have_to_wait_is_lost(kind: str) -> None:
    if kind == "held terminal":
        mine, errors = pty.openpty()
        termios.tcflow(errors, termios.TCOOFF)
    elif kind == "full pipe":
        mine, errors = os.pipe()
    else:
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        mine, errors = one.detach(), other.detach()
    done = subprocess.run([sys.executable, "-c", SAYS], stderr=errors, timeout=30)
    os.close(mine)
    os.close(errors)
    assert done.returncode == 0


def test_with_standard_error_closed_lines_are_dropped_and_its_number_stays_taken() -> None:
    opens = f"{SAYS}\nimport socket\nprint(socket.socket().fileno())"
    program = ["sh", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, opens]
    done = subprocess.run(program, stdout=subprocess.PIPE, text=True, timeout=30)
    assert done.returncode == 0
    assert int(done.stdout) > 2


def test_lines_arrive_where_they_can() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAYS.replace("10_000", "3")], capture_output=True, text=True
    )
    assert done.stderr.count("again and again\n") == 3
