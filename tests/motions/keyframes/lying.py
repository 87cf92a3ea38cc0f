"""A simulated robot under the keyframe engine alone, called like the leaves of the chart do."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hardware.postures import Posture
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.control.output_limits import OutputParameters, OutputStage
from hsm.settings.loader import config_folder, load
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.measured_body import lean_of
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from tests.motions.keyframes.made import NAO, engine

PERCEPTION = load(config_folder() / "perception.yaml", PerceptionParameters)
OUTPUT = load(config_folder() / "output.yaml", OutputParameters)
LIMBS = math.radians(12.0)
LIMP_FOR = 1.0
"""The chart tries again this long after a break-up, s."""
UPRIGHT = math.radians(25.0)


def plant(
    name: str, *, friction: float | None = None, winding: float | None = None
) -> PlantParameters:
    """Return a plant with another ground or with motors of another temperature, deg C."""
    made = load(config_folder() / "plants" / f"{name}.yaml", PlantParameters)
    if friction is not None:
        made = replace(made, turf=replace(made.turf, friction=friction))
    if winding is not None:
        made = replace(made, motor=replace(made.motor, winding_temperature=winding))
    return made


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a motion.

    Attributes:
        time: Until the motion was done, s; NaN if it never was, or the robot fell afterwards.
        tries: Break-ups plus the successful try.
        height: Height of the torso at the end, m.
        reasons: Reasons of the break-ups.
    """

    time: float
    tries: int
    height: float
    reasons: tuple[str, ...]

    @property
    def stood(self) -> bool:
        """Return whether the robot ended upright and high."""
        return not math.isnan(self.time) and self.height > 0.28


class Trial:
    """One robot that plays programs of the engine."""

    def __init__(
        self,
        parameters: PlantParameters,
        posture: Posture | Mapping[Joint, float],
        *,
        robot: int = 0,
        seed: int = 0,
    ) -> None:
        self.robot = SimulatedRobot(
            NAO, parameters, robot=robot, seed=seed, posture=posture, disturb_limbs=LIMBS
        )
        self.engine: KeyframeEngine = engine()
        self._perception = Perception(NAO, PERCEPTION)
        self._outputs = OutputStage(NAO, OUTPUT)
        self.state = self._sense()
        self.last = JointCommand(self.state.positions, (0.0,) * JOINT_COUNT)
        self.time = 0.0

    def _sense(self) -> RobotState:
        return self._perception.update(self.robot.receive(), MotionFeedback())

    def _send(self, command: JointCommand) -> None:
        self.last = self._outputs.limit(command, self.state, self.last)
        self.robot.send(self.last)
        self.time += CYCLE
        self.state = self._sense()

    def play(self, program: Program, *, limit: float = 12.0, stay: float = 1.0) -> Result:
        """Play until done, try again after break-ups, then wait and return the result."""
        start, reasons = self.time, list[str]()
        self.engine.decide(program, self.state, self.last, fresh=True)
        while self.time - start < limit:
            self.engine.update(self.state)
            if self.engine.torso_out:
                reasons.append(self.engine.account())
                self._break_up()
                self.engine.decide(program, self.state, self.last, fresh=False)
            elif self.engine.done and not self.engine.balancing:
                time = self.time - start
                upright = self._stay(stay)
                height = self.robot.truth().torso_height
                return Result(time if upright else math.nan, len(reasons) + 1, height, (*reasons,))
            else:
                self._send(self.engine.step(self.state, balancing_out=self.engine.done))
        return Result(math.nan, len(reasons) + 1, self.robot.truth().torso_height, (*reasons,))

    def _break_up(self) -> None:
        self.engine.break_up(self.state)
        for _ in range(round(LIMP_FOR / CYCLE)):
            self._send(self.engine.step(self.state))

    def _stay(self, duration: float) -> bool:
        for _ in range(round(duration / CYCLE)):
            self._send(self.engine.step(self.state, balancing_out=True))
            lean = lean_of(self.state.up)
            if max(abs(lean.pitch), abs(lean.roll)) > UPRIGHT:
                return False
        return True
