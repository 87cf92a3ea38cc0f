"""One dive in physics: reach, time, force of landing, and the get-up afterwards."""

import math
from dataclasses import dataclass
from typing import Any

import mujoco

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.truth import GroundTruth
from hardware.units import Point
from hsm.campaigns.context import TrialContext
from hsm.campaigns.get_up.get_up import ALLOWED, GetUpResult, get_up_once
from hsm.campaigns.get_up.motor_load import MotorMeter
from hsm.campaigns.walking.walking_trial import WALKING, phase
from hsm.chart.leaves import DIVE
from hsm.simulated.simulation import Simulation
from motions.requests import Dive, Motion, MotionRequest

READY = MotionRequest(Motion.DIVE, dive=Dive.PREPARE)
_STANDING_FOR = 1.0
"""Time from the start to the request of a dive for a standing robot, s ..."""
_WALKING_FOR = 2.5
"""... for a walking one, s, plus up to a double step ..."""
_READY_FOR = 2.0
"""... and for one in readiness, s."""
_ALLOWED = 5.0
"""Time limit of a dive, s: a step that cannot be interrupted may come first."""
_STAYS = 1.0
"""Time for which the request is kept after the end of the dive, s."""
_FINGERTIPS = 0.085
"""End of the closed hand along the wrist axis, m."""
_AS_LOW_AS_A_BALL = 0.12
"""Height of the fingertips below which a ball of 0.1 m cannot pass under them, m."""

_BEFORE_LANDING = math.cos(math.radians(45.0))
"""Cosine of the tilt up to which torques are the motors'; later the ground turns the joints."""


@dataclass(frozen=True, slots=True)
class DiveTrial:
    """One dive.

    Attributes:
        dive: Kind of dive.
        number: Chooses the robot, the seed and the motion before the dive.
    """

    dive: Dive
    number: int

    @property
    def before(self) -> MotionRequest:
        """Return the request before the dive: stand, walk or, for a jump, readiness."""
        wishes = (MotionRequest(), WALKING, READY)
        return wishes[self.number % (3 if self.dive.is_jump else 2)]


@dataclass(frozen=True, slots=True)
class DiveResult:
    """Result of one dive; torques count until the motion ends.

    Attributes:
        finished: It was played to its end.
        reach: Largest lateral distance of a hand from the feet at the height of a ball, m.
        low_after: Time from the request until a hand was that low, s; NaN if none was.
        head: Largest contact force on the head, N.
        torso: Largest contact force on the torso, N.
        rms: Largest root mean square torque of any joint, as a share of its stall torque.
        peak: Largest torque of any joint before landing, as a share of its stall torque.
        hardest: The joint with the largest root mean square.
        up: The get-up afterwards.
    """

    finished: bool
    reach: float
    low_after: float
    head: float
    torso: float
    rms: float
    peak: float
    hardest: Joint
    up: GetUpResult


def dive_once(context: TrialContext, trial: DiveTrial) -> DiveResult:
    """Run one dive: dive, stay down for a moment, and get up."""
    simulation = context.simulation(trial.number)
    before = trial.before
    while simulation.time < _begins(trial, before):
        simulation.step(before)
    simulation.robot.reset_peaks()
    meter = _DiveMeter(context.settings.robot, simulation, trial.dive)
    request = MotionRequest(Motion.DIVE, dive=trial.dive)
    start, over = simulation.time, math.inf
    finished = False
    while simulation.time < min(start + _ALLOWED, over + _STAYS):
        outcome = simulation.step(request)
        meter.look(simulation, moving=over == math.inf)
        event = outcome.transition.event if outcome.transition else ""
        broken_up = outcome.leaf in DIVE.break_up
        if over == math.inf and (broken_up or event in ("finished", "balanced")):
            finished, over = not broken_up, simulation.time
    up_meter = MotorMeter(context.settings.robot)
    result, _ = get_up_once(simulation, up_meter, ALLOWED, MotionRequest())
    return meter.result(finished=finished, up=result)


def _begins(trial: DiveTrial, before: MotionRequest) -> float:
    """Return the time of the dive's request, s."""
    if before is WALKING:
        return _WALKING_FOR + phase(trial.number)
    return _READY_FOR if before is READY else _STANDING_FOR


class _DiveMeter:
    """Measures hand positions, contact forces and torques of a dive."""

    def __init__(self, nao: RobotModel, simulation: Simulation, dive: Dive) -> None:
        truth = simulation.observed
        self._hands = _Hands(nao, simulation.robot)
        self._start = simulation.time
        self._heading = truth.heading
        self._middle = _middle_of_soles(truth)
        self._sides = {Dive.JUMP_LEFT: (1.0,), Dive.JUMP_RIGHT: (-1.0,)}.get(dive, (1.0, -1.0))
        self._motors = MotorMeter(nao)
        self._peak = 0.0
        self._reach = 0.0
        self._low_after = math.nan
        self._truth = truth

    def look(self, simulation: Simulation, *, moving: bool) -> None:
        """Process one cycle; `moving` until the motion is over."""
        self._truth = simulation.observed
        if moving:
            shares = self._motors.look(self._truth)
            if self._truth.up_z > _BEFORE_LANDING:
                self._peak = max(self._peak, float(max(shares)))
        for hand in self._hands.places():
            aside = max(side * self._left_of_start(hand) for side in self._sides)
            if hand[2] > _AS_LOW_AS_A_BALL or aside < 0.0:
                continue
            self._reach = max(self._reach, aside)
            if math.isnan(self._low_after):
                self._low_after = simulation.time - self._start

    def result(self, *, finished: bool, up: GetUpResult) -> DiveResult:
        """Return the result."""
        rms = self._motors.load().rms
        return DiveResult(
            finished=finished,
            reach=self._reach,
            low_after=self._low_after,
            head=self._truth.head_peak,
            torso=self._truth.torso_peak,
            rms=rms.value,
            peak=self._peak,
            hardest=Joint(rms.joint),
            up=up,
        )

    def _left_of_start(self, place: Point) -> float:
        """Return the distance of a point to the left of the feet's initial position, m."""
        x, y = place[0] - self._middle[0], place[1] - self._middle[1]
        return y * math.cos(self._heading) - x * math.sin(self._heading)


class _Hands:
    """Computes the positions of the fingertips."""

    def __init__(self, nao: RobotModel, robot: MujocoRobot) -> None:
        self._robot = robot
        self._model: Any = robot.spec().compile()
        self._data: Any = mujoco.MjData(self._model)
        wrists = [Joint(arm[-1]) for arm in nao.arms.values()]
        self._wrists = [robot.layout.joint_of(self._model, wrist) for wrist in wrists]

    def places(self) -> list[Point]:
        """Return the fingertips of the left and the right hand, m."""
        self._robot.copy_configuration(self._data)
        mujoco.mj_kinematics(self._model, self._data)
        return [self._tip(wrist) for wrist in self._wrists]

    def _tip(self, wrist: int) -> Point:
        # In any model, the wrist axis is along the hand.
        x, y, z = (self._data.xanchor[wrist] + _FINGERTIPS * self._data.xaxis[wrist]).tolist()
        return x, y, z


def _middle_of_soles(truth: GroundTruth) -> tuple[float, float]:
    left, right = truth.left_sole, truth.right_sole
    return (left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0
