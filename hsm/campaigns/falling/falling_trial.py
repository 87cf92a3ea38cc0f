"""One fall after a push in physics: with protection, stiff, or limp."""

import math
from dataclasses import dataclass, field
from typing import Any, Literal

import mujoco

from hardware.disturbance import TOWARDS, Direction
from hardware.disturbances import Push
from hardware.errors import PlantError
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.campaigns.context import TrialContext
from hsm.campaigns.falling.detectors import DetectorRow, without_detector
from hsm.campaigns.get_up.motor_load import MotorLoad, MotorMeter
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, WALKING, phase
from hsm.chart.leaves import FALL_PROTECTION, KEYFRAME_PHASE
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.requests import Motion, MotionRequest

FallResponse = Literal["protected", "stiff", "limp"]
"""Response to a fall: protection, continued walking, or all joints limp."""

_PUSH_AT = 2.4
"""Time of the push, s, plus up to a double step."""
_WATCHED = 2.5
"""Time of observation after the push, s."""
_FAR_OVER = math.cos(math.radians(45.0))
_TILTED = 0.95
"""Cosine of the tilt beyond which contacts are checked: before, only soles touch the ground."""


@dataclass(frozen=True, slots=True)
class FallTrial:
    """One push.

    Attributes:
        number: Chooses the robot, the seed and the phase of the step.
        direction: Direction of the push.
        impulse: N s.
        response: Response of the robot to the fall.
        thresholds: Thresholds of the detectors, m; the first is the robot's own.
    """

    number: int
    direction: Direction
    impulse: float
    response: FallResponse
    thresholds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FallResult:
    """Result of one push; times are in s since the push, NaN for events that did not occur.

    Attributes:
        number: Number of the trial.
        fell: The torso lay at the end, or protection was entered: arms may keep it off the ground.
        over_at: The tilt of the torso exceeded 45 degrees for good.
        impact_at: A part other than a sole touched the ground.
        protected_at: FallProtection was entered.
        alarms: Announcement of each detector.
        head: Largest contact force on the head until a get-up starts, which itself hits the
            ground in rolling over, N; NaN if an impact could not be computed.
        torso: Likewise on the torso, N.
        arms: Load of the arm motors until then.
    """

    number: int
    fell: bool
    over_at: float
    impact_at: float
    protected_at: float
    alarms: tuple[float, ...]
    head: float
    torso: float
    arms: MotorLoad

    @property
    def computed(self) -> bool:
        """Return whether the physics could compute the whole fall."""
        return not math.isnan(self.head)

    @property
    def in_time(self) -> bool:
        """Return whether the robot was protected before the impact, if there was one."""
        return not math.isnan(self.protected_at) and not self.impact_at <= self.protected_at

    @property
    def worse(self) -> float:
        """Return the larger force on head and torso, N; NaN if it was not computed."""
        return max(self.head, self.torso)


class BodyContact:
    """Detects contact of the robot with the ground by anything except its soles."""

    def __init__(self, robot: MujocoRobot) -> None:
        self._robot = robot
        self._model: Any = robot.spec().compile()
        self._data: Any = mujoco.MjData(self._model)
        geoms = [self._model.geom(index) for index in range(self._model.ngeom)]
        plane = int(mujoco.mjtGeom.mjGEOM_PLANE)
        self._ground = {geom.id for geom in geoms if int(geom.type[0]) == plane}
        fixed = self._model.body_weldid
        feet = {fixed[foot] for foot in robot.layout.feet}
        self._feet = {geom.id for geom in geoms if fixed[int(geom.bodyid[0])] in feet}

    def touches(self) -> bool:
        """Return whether a part other than a sole touches the ground now."""
        model, data = self._model, self._data
        self._robot.copy_configuration(data)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_collision(model, data)
        for contact in data.contact:
            first, second = contact.geom.tolist()
            other = second if first in self._ground else first
            on_ground = first in self._ground or second in self._ground
            if on_ground and contact.dist < 0.0 and other not in self._feet:
                return True
        return False


def push_over(context: TrialContext, trial: FallTrial) -> FallResult:
    """Push the walking robot and observe it until it lies or has recovered."""
    protects = trial.response == "protected"
    simulation = (context if protects else without_detector(context)).simulation(trial.number)
    robot = context.settings.robot
    detectors = DetectorRow(context.settings, trial.thresholds)
    onset = _PUSH_AT + phase(trial.number)
    while simulation.time < onset:
        detectors.look(simulation.step(WALKING).robot)
    simulation.disturb(Push(TOWARDS[trial.direction], trial.impulse))
    simulation.robot.reset_peaks()
    arms = MotorMeter(robot, robot.arm_joints)
    meter = _FallMeter(simulation.time, BodyContact(simulation.robot), detectors, arms)
    request = WALKING
    try:
        while simulation.time < meter.start + _WATCHED:
            meter.look(simulation, simulation.step(request))
            if trial.response == "limp" and detectors.fell[0]:
                request = MotionRequest(Motion.LIMP)
    except PlantError:
        # Occasionally, for a stiff forehead on the ground: the hardest impact has no figure.
        meter.head = meter.torso = math.nan
        return meter.result(trial.number, fell=True)
    return meter.result(trial.number, fell=simulation.observed.up_z < FALLEN_UP_Z)


@dataclass(slots=True)
class _FallMeter:
    """Records the times of events, in s since the push."""

    start: float
    contact: BodyContact
    detectors: DetectorRow
    arms: MotorMeter
    over: float = math.nan
    impact: float = math.nan
    protected: float = math.nan
    alarms: list[float] = field(init=False)
    head: float = 0.0
    torso: float = 0.0
    getting_up: bool = False

    def __post_init__(self) -> None:
        self.alarms = [math.nan] * len(self.detectors.thresholds)

    def look(self, simulation: Simulation, outcome: Outcome) -> None:
        """Process one cycle."""
        now, truth = simulation.time - self.start, simulation.observed
        self.detectors.look(outcome.robot)
        for index, fell in enumerate(self.detectors.fell):
            if fell and math.isnan(self.alarms[index]):
                self.alarms[index] = now
        self.getting_up |= outcome.leaf in KEYFRAME_PHASE
        if not self.getting_up:
            self.head, self.torso = truth.head_peak, truth.torso_peak
            self.arms.look(truth)
        if math.isnan(self.protected) and outcome.leaf in FALL_PROTECTION:
            self.protected = now
        if truth.up_z >= _FAR_OVER:
            self.over = math.nan
        elif math.isnan(self.over):
            self.over = now
        if math.isnan(self.impact) and truth.up_z < _TILTED and self.contact.touches():
            self.impact = now

    def result(self, number: int, *, fell: bool) -> FallResult:
        """Return the result of a trial; `fell` tells whether the robot lies at the end."""
        return FallResult(
            number=number,
            fell=fell or not math.isnan(self.protected),
            over_at=self.over,
            impact_at=self.impact,
            protected_at=self.protected,
            alarms=tuple(self.alarms),
            head=self.head,
            torso=self.torso,
            arms=self.arms.load(),
        )
