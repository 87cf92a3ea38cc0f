"""A scenario through the socket equals the scenario in one process, bit for bit."""

import struct
from pathlib import Path

from hardware.lola.client import LolaClient
from hardware.lola.server import LolaServer
from hardware.robot import Robot
from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from hsm.control.assembly import load_settings
from hsm.control.loop import Cycle
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.runner import ScenarioObserver, run
from hsm.simulated.simulation import Link
from tests.hardware.lola.made_up import IDENTITY


class AcrossTheSocket:
    """Both ends of a socket in turn: the robot makes its cycle, the client reads its frame."""

    def __init__(self, robot: Robot, path: Path) -> None:
        self._server = LolaServer(path, robot, IDENTITY, cycle=CYCLE, lock_step=True)
        self._client = LolaClient(path, cycle=CYCLE, lock_step=True)
        self._client.reach()
        self._server.accept()

    def receive(self) -> SensorFrame | None:
        assert self._server.await_answer(5.0)
        self._server.make_cycle()
        return self._client.receive()

    def send(self, command: JointCommand) -> None:
        self._client.send(command)

    def close(self) -> None:
        self._client.close()
        self._server.close()


class Everything(ScenarioObserver):
    """Records every decision, bit for bit."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def look(self, made: Cycle) -> None:
        command, frame = made.outcome.command, made.frame
        numbers = (*command.positions, *command.stiffness, *command.lights.numbers())
        if frame is not None:
            numbers += (frame.time, *frame.positions, *frame.gyro, *frame.accelerometer, *frame.fsr)
        data = struct.pack(f"<{len(numbers)}d", *numbers)
        self.seen.append((made.outcome.leaf, made.outcome.facts, frame is None, data))


def played(name: str, link: Link | None) -> list[object]:
    (scenario,) = load_scenarios([name])
    observer = Everything()
    run(scenario, load_settings(), observers=[observer], link=link)
    return observer.seen


def demand_the_same_run(name: str, folder: Path) -> int:
    """Play a scenario both ways, require equal runs, and return the number of cycles."""
    wired: list[AcrossTheSocket] = []

    def through(robot: Robot) -> Robot:
        wired.append(AcrossTheSocket(robot, folder / "robocup"))
        return wired[0]

    through_the_socket = played(name, through)
    wired[0].close()
    in_the_process = played(name, None)
    assert len(through_the_socket) == len(in_the_process)
    for cycle, (there, here) in enumerate(zip(through_the_socket, in_the_process, strict=True)):
        assert there == here, f"cycle {cycle}"
    return len(in_the_process)


def test_a_walk_with_lost_frames_is_the_same_with_and_without_a_wire(tmp_path: Path) -> None:
    assert demand_the_same_run("frames_bridged", tmp_path) > 100
