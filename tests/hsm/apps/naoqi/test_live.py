"""A program without qi, as a person starts it: a process of its own beside the robot's."""

import subprocess
import sys

from tests.hsm.apps.robot.test_robot_process import run_of, served_robot

PROGRAM = """
import sys
from pathlib import Path
from hsm.apps.naoqi import Memory, Motion

motion = Motion(Path(sys.argv[1]))
print(motion.wakeUp(), len(motion.getAngles("Body", True)))
battery = Memory(Path(sys.argv[1])).getData("Device/SubDeviceList/Battery/Charge/Sensor/Value")
print(0.0 < battery <= 1.0)
"""


def test_a_program_may_call_a_robot_in_the_line_after_it_has_reached_it() -> None:
    with served_robot() as lola, run_of(lola) as it:
        words = [sys.executable, "-c", PROGRAM, str(it.requests)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60.0)
    assert (done.stdout, done.stderr) == ("True 26\nTrue\n", "")
