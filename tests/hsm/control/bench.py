"""A control cycle on a bench without physics: every frame repeats the last command."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from motions.requests import MotionRequest
from tests.fakes import STANCE, sensor_frame

Change = Callable[[SensorFrame], SensorFrame | None]


def unchanged(frame: SensorFrame) -> SensorFrame:
    return frame


def knee_broken(frame: SensorFrame) -> SensorFrame:
    positions = list(frame.positions)
    positions[Joint.L_KNEE_PITCH] = math.nan
    return replace(frame, positions=tuple(positions))


class Bench:
    """A control cycle fed with frames in which the joints are where they were commanded.

    Attributes:
        steps: Whether the load shifts from foot to foot, as in a walk.
    """

    def __init__(self, settings: MotionSettings) -> None:
        self.cycle: ControlCycle = build_cycle(settings)
        self.time = 0.0
        self.steps = False
        self.positions = STANCE
        self.stiffness = (0.0,) * JOINT_COUNT

    def frame(self) -> SensorFrame:
        frame = sensor_frame(self.time, positions=self.positions, stiffness=self.stiffness)
        if not self.steps:
            return frame
        left, right = (9.0, 4.2) if self.time % 0.5 < 0.25 else (4.2, 9.0)
        return replace(frame, fsr=(left,) * 4 + (right,) * 4)

    def step(self, request: MotionRequest | None, change: Change = unchanged) -> Outcome:
        self.time += CYCLE
        outcome = self.cycle.step(change(self.frame()), request)
        self.positions = outcome.command.positions
        self.stiffness = outcome.command.stiffness
        return outcome

    def run(
        self, seconds: float, request: MotionRequest | None, change: Change = unchanged
    ) -> Iterator[Outcome]:
        for _ in range(round(seconds / CYCLE)):
            yield self.step(request, change)

    def standing(self) -> "Bench":
        """Run until the robot has risen to Stand.Normal, and return the bench."""
        for outcome in self.run(5.0, MotionRequest()):
            if outcome.leaf == "Stand.Normal":
                return self
        raise AssertionError(f"still in {self.cycle.machine.name}")
