"""The simulated robot of the services ends with them, however they end."""

import subprocess
import sys

import pytest

from hardware.lola.sockets import SocketError
from hsm.apps.naoqi.hosting.stack import simulated_robot
from hsm.campaigns.wire.processes import descendants, short_folder, wait_for, words_of

WAITS = """
from hsm.apps.naoqi.hosting.stack import simulated_robot
with simulated_robot("ideal", lock_step=True):
    print("runs", flush=True)
    input()
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux notifies children of the death of their parent"
)
def test_the_simulated_robot_ends_when_its_services_are_killed() -> None:
    services = subprocess.Popen(
        [sys.executable, "-c", WAITS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with short_folder() as folder, services:
        assert services.stdout is not None
        assert services.stdout.readline() == b"runs\n"
        robot = descendants(services.pid)
        assert len(robot) > 1
        services.kill()
        wait_for("its end", lambda: not any(map(words_of, robot)), 30.0, folder / "log")


def test_a_simulated_robot_that_does_not_start_says_why() -> None:
    with pytest.raises(SocketError) as caught, simulated_robot("no_such_plant"):
        pass
    assert "error: " in caught.value.hint and "no_such_plant" in caught.value.hint
