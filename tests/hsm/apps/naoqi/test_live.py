"""A program without qi, in a process of its own beside the robot's."""

import subprocess
import sys
from pathlib import Path

from tests.hsm.apps.robot.served import run_of

PROGRAM = """
import sys
from pathlib import Path
from hsm.apps.naoqi import Memory, Motion
from hsm.apps.naoqi.argument_checks import NaoqiError

motion = Motion(Path(sys.argv[1]))
print(motion.wakeUp(), len(motion.getAngles("Body", True)))
battery = Memory(Path(sys.argv[1])).getData("Device/SubDeviceList/Battery/Charge/Sensor/Value")
print(0.0 < battery <= 1.0)
motion.close()
try:
    motion.moveTo(0.1, 0.0, 0.0)
except NaoqiError as error:
    print(error.reason)
print(Motion(Path(sys.argv[1])).getMoveConfig("Max")[0])
"""


def test_a_program_can_call_the_robot_immediately_after_connecting(lola: Path) -> None:
    with run_of(lola) as it:
        words = [sys.executable, "-c", PROGRAM, str(it.requests)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60.0)
    told = [
        "True 26",
        "True",
        "the robot does not answer; look at `hsm robot run`",
        "['MaxStepX', 0.08]",
    ]
    assert (done.stdout.splitlines(), done.stderr) == (told, "")
