"""A wire on which bytes change: what comes is a frame or none, the same for the same seed."""

import numpy as np

from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from hardware.wire_precision import crossing_frame
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.machine.fuzz import measure_fuzz
from hsm.campaigns.machine.mutating_wire import MutatingWire, mutated
from tests.fakes import sensor_frame


class Still:
    """A robot that stands and counts."""

    def __init__(self) -> None:
        self.sent: list[JointCommand] = []
        self._cycles = 0

    def receive(self) -> SensorFrame | None:
        self._cycles += 1
        return crossing_frame(sensor_frame(self._cycles * CYCLE))

    def send(self, command: JointCommand) -> None:
        self.sent.append(command)

    def close(self) -> None:
        pass


def came(seed: int, share: float, cycles: int = 400) -> tuple[MutatingWire, list[str]]:
    wire = MutatingWire(Still(), np.random.default_rng(seed), share, cycle=CYCLE)
    return wire, [repr(wire.receive()) for _ in range(cycles)]


def test_without_mutations_every_frame_comes_as_it_went() -> None:
    wire, frames = came(1, 0.0)
    there = Still()
    assert frames == [repr(there.receive()) for _ in range(400)]
    assert (wire.counts.messages, wire.counts.mutated, wire.counts.refused) == (400, 0, 0)


def test_mutations_are_counted_and_the_wire_comes_back() -> None:
    wire, frames = came(2, 0.3)
    assert 80 < wire.counts.mutated < 160
    assert 0 < wire.counts.refused <= frames.count("None") < 320
    assert came(2, 0.3)[1] == frames != came(3, 0.3)[1]


def test_a_command_crosses_as_the_robot_takes_it() -> None:
    robot = Still()
    wire = MutatingWire(robot, np.random.default_rng(0), 0.0, cycle=CYCLE)
    wire.send(JointCommand((0.1,) * 25, (0.5,) * 25))
    assert robot.sent[0].positions[0] == float(np.float32(0.1))


def test_any_bytes_can_be_mutated() -> None:
    rng = np.random.default_rng(4)
    assert all(isinstance(mutated(b"", rng), bytes) for _ in range(100))


def test_a_robot_bears_it() -> None:
    config = CampaignConfig("ideal")
    report = measure_fuzz(config, ticks=300, seed=5, jobs=1, mutated=0.2)
    told = report.record()
    assert not told["problems"] and 200 < int(str(told["messages"])) <= 310
    assert 35 < int(str(told["mutated"])) < 85
