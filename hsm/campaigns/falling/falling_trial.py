"""One pushed fall in physics, with protection, with a stiff robot or with a limp one."""

import math
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import mujoco

from hardware.disturbance import TOWARDS, Direction
from hardware.disturbances import Push
from hardware.errors import PlantError
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.campaigns.falling.detectors import DetectorRow, without_detector
from hsm.campaigns.get_up.motor_load import MotorLoad, MotorMeter
from hsm.campaigns.trials import TrialContext
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, WALKING, phase
from hsm.chart.leaves import FALL_PROTECTION, KEYFRAME_PHASE
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.requests import Motion, MotionRequest

Answer = Literal["protected", "stiff", "limp"]
"""What the robot does against a fall: protects itself, walks on, or lets every joint go."""

_PUSH_AT = 2.4
"""Time of the push, s; up to a double step later."""
_WATCHED = 2.5
"""Time from the push until the fall is over, s."""
_FAR_OVER = math.cos(math.radians(45.0))
_TILTED = 0.95
"""Cosine of the tilt beyond which contacts are looked for: nothing but soles touches before."""


@dataclass(frozen=True, slots=True)
class FallTrial:
    """One push.

    Attributes:
        number: Chooses the robot, the seed and the phase of the step.
        direction: Where it pushes to.
        impulse: N s.
        answer: What the robot does against the fall.
        thresholds: Of the detectors that watch, m; the first is the robot's own.
    """

    number: int
    direction: Direction
    impulse: float
    answer: Answer
    thresholds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FallResult:
    """What one push led to; times in s since the push, NaN for what never came.

    Attributes:
        number: Of the trial.
        fell: The torso lay at last, or protection was entered: arms may keep it off the ground.
        over_at: The torso passed 45 degrees for good.
        impact_at: Something other than a sole touched the ground.
        protected_at: FallProtection was entered.
        alarms: Every detector's announcement.
        head: Largest contact force on the head until a get-up begins, which rolls the robot over
            and hits the ground by itself, N; NaN if a blow was more than the physics computes.
        torso: Likewise on the torso, N.
        arms: What the motors of the arms gave until then.
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
        """Return whether the physics came to the end of the fall."""
        return not math.isnan(self.head)

    @property
    def worse(self) -> float:
        """Return the larger force on head and torso, N; NaN if it was not computed."""
        return max(self.head, self.torso)


class BodyContact:
    """Knows whether the robot touches the ground with anything but its soles."""

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
        """Return whether a part of the body is on the ground now."""
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


def world_of(context: TrialContext, answer: Answer) -> TrialContext:
    """Return the world in which robots answer like that."""
    if answer == "protected":
        return context
    perception = without_detector(context.settings.perception)
    return replace(context, settings=replace(context.settings, perception=perception))


def push_over(context: TrialContext, trial: FallTrial) -> FallResult:
    """Push the walking robot and watch it until it lies or has caught itself."""
    simulation = world_of(context, trial.answer).simulation(trial.number)
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
            if trial.answer == "limp" and detectors.fell[0]:
                request = MotionRequest(Motion.LIMP)
    except PlantError:
        # A stiff forehead on the ground, now and then: the hardest of all blows has no figure.
        meter.head = meter.torso = math.nan
        return meter.result(trial.number, fell=True)
    return meter.result(trial.number, fell=simulation.observed.up_z < FALLEN_UP_Z)


@dataclass(slots=True)
class _FallMeter:
    """Notes what comes when, in s since the push."""

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
        """Take in one cycle."""
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
        """Return what the push of a trial led to; `fell`: it lies at last."""
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
