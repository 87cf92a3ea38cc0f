"""Monitors: compute the facts of a cycle from the state estimate and the request.

Each monitor owns the thresholds, hysteresis and debouncing of its facts; `reasons.py` reports the
numbers behind them. The control cycle adds the facts that only the active leaf knows.
"""

import math

from hardware.sensors_and_commands import Touch
from hsm.chart import facts
from hsm.control.thresholds import (
    AttitudeFacts,
    FactParameters,
    HardwareFacts,
    LinkFacts,
    OperatorFacts,
    SoleFacts,
    SquatFacts,
)
from motions.perception.state import Fall, RobotState
from motions.requests import Motion, MotionRequest

_HEAD = (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE, Touch.HEAD_REAR)


class LinkMonitor:
    """`frames_ok` and `link_ok`."""

    def __init__(self, parameters: LinkFacts) -> None:
        self._parameters = parameters
        self._in_a_row = 0
        self._ok = False
        self._seen = False

    def trust(self) -> None:
        """Count the link as good from now on."""
        self._ok = self._seen = True

    def update(self, robot: RobotState) -> int:
        """Return the link's facts."""
        parameters, age = self._parameters, robot.frame_age
        fresh = age < 0.5 * robot.cycle
        self._in_a_row = self._in_a_row + 1 if fresh else 0
        self._seen |= fresh
        if age > parameters.lost_after:
            self._ok = False
        elif self._in_a_row >= parameters.back_after:
            self._ok = True
        bits = facts.FRAMES_OK if self._seen and age <= parameters.off_after else 0
        return bits | (facts.LINK_OK if self._ok else 0)


class HardwareMonitor:
    """`hw_fault` and `stiff`."""

    def __init__(self, parameters: HardwareFacts, legs: tuple[int, ...]) -> None:
        """Watch the leg joints, given by index."""
        self._legs = legs
        self._parameters = parameters
        self._bad = 0
        self._clean = 0.0
        self._fault = False

    def update(self, robot: RobotState) -> int:
        """Return the facts of the hardware."""
        parameters = self._parameters
        if robot.implausible > 0:
            self._bad += 1
            self._clean = 0.0
        elif robot.frame_age < 0.5 * robot.cycle:
            self._bad = 0
            self._clean += robot.cycle
        if self._bad >= parameters.fault_after:
            self._fault = True
        elif self._clean >= parameters.clean_after:
            self._fault = False
        bits = facts.HW_FAULT if self._fault else 0
        stiff = any(robot.applied_stiffness[j] > parameters.stiff_above for j in self._legs)
        return bits | (facts.STIFF if stiff else 0)


class AttitudeMonitor:
    """`upright`, `calm`, `falling`, `lying`, `contact` and `lifted`.

    The robot counts as lifted once it loses ground contact while upright, and stays so however a
    person then turns it. A lying robot without ground contact does not count as lifted.
    """

    def __init__(self, parameters: AttitudeFacts) -> None:
        self._parameters = parameters
        self._upright_cycles = parameters.upright_after  # the first update is not debounced
        self._upright = False
        self._calm = False
        self._lifted = False

    def update(self, robot: RobotState) -> int:
        """Return the facts about the torso and the ground contact."""
        limits = self._parameters
        roll, pitch = abs(robot.roll), abs(robot.pitch)
        within = roll < limits.upright_roll and pitch < limits.upright_pitch
        self._upright_cycles = self._upright_cycles + 1 if within else 0
        if roll > limits.tilted_roll or pitch > limits.tilted_pitch:
            self._upright = False
        elif self._upright_cycles >= limits.upright_after:
            self._upright = True
        rate = max(abs(value) for value in robot.gyro)
        self._calm = rate < (limits.restless_above if self._calm else limits.calm_below)
        in_air = not robot.contact and not robot.down
        self._lifted = in_air and (self._lifted or self._upright)
        return (
            (facts.UPRIGHT if self._upright else 0)
            | (facts.CALM if self._calm else 0)
            | (facts.FALLING if robot.fall is Fall.FALLING else 0)
            | (facts.LYING if robot.fall is Fall.FALLEN and not self._upright else 0)
            | (facts.CONTACT if robot.contact else 0)
            | (facts.LIFTED if self._lifted else 0)
        )


class SoleMonitor:
    """`soles_level`."""

    def __init__(self, parameters: SoleFacts) -> None:
        self._parameters = parameters
        self._level = False

    def update(self, robot: RobotState) -> int:
        """Return the fact of the soles."""
        low, high = self._parameters.level
        slack = self._parameters.slack if self._level else 0.0
        depths = (-robot.left_sole.z, -robot.right_sole.z)
        self._level = low - slack <= min(depths) and max(depths) <= high + slack
        return facts.SOLES_LEVEL if self._level else 0


class OperatorMonitor:
    """`head_touch`, `clear_req` and `force_limp`."""

    def __init__(self, parameters: OperatorFacts) -> None:
        self._parameters = parameters
        self._since_touch = math.inf
        self._was_touched = False

    def update(self, robot: RobotState, request: MotionRequest, *, forced: bool) -> int:
        """Return the facts of the operator."""
        parameters = self._parameters
        above = parameters.touched_above
        touched = sum(robot.touch[pad] >= above for pad in _HEAD) >= 2
        self._since_touch += robot.cycle
        pulse = touched and not self._was_touched and self._since_touch >= parameters.touch_pause
        if pulse:
            self._since_touch = 0.0
        self._was_touched = touched
        return (
            (facts.HEAD_TOUCH if pulse else 0)
            | (facts.CLEAR_REQ if request.motion is Motion.CLEAR_FAULT else 0)
            | (facts.FORCE_LIMP if forced else 0)
        )


class HeightMonitor:
    """`squats`."""

    def __init__(self, parameters: SquatFacts) -> None:
        self._parameters = parameters
        self._squats = False

    def update(self, robot: RobotState, *, upright: bool) -> int:
        """Return the fact of the height of the centre of mass."""
        limits = self._parameters
        low = robot.com_height < (limits.above if self._squats else limits.below)
        self._squats = low and upright
        return facts.SQUATS if self._squats else 0


def must_stand(robot: RobotState, *, silent: bool) -> bool:
    """Return whether the robot must stop walking, whatever is requested.

    Args:
        robot: The state estimate.
        silent: The behaviour has been silent for too long.
    """
    return _must_sit(robot, silent=silent) or not robot.imu_alive


def _must_sit(robot: RobotState, *, silent: bool) -> bool:
    """Return whether the robot must sit down, whatever is requested."""
    return silent or robot.health.must_rest


def decision(
    robot: RobotState,
    request: MotionRequest,
    known: int,
    *,
    goes: bool,
    silent: bool,
    blind: bool,
    kicks: bool,
    previews: bool,
) -> int:
    """Return the decision and its refinements: at most one decision; none means stand.

    The table decides whether the active leaf follows at once.

    Args:
        robot: The state estimate.
        request: The request that is followed.
        known: Facts of the monitors in this cycle.
        goes: The errand is open.
        silent: The behaviour has been silent for too long.
        blind: The inertial unit has been dead for too long.
        kicks: A stand kick is ready.
        previews: Footsteps of the preview walk are requested.
    """
    rests = request.motion in (Motion.SIT, Motion.CLEAR_FAULT)
    if known & facts.FORCE_LIMP or rests or blind or _must_sit(robot, silent=silent):
        return facts.LIMP_REQ
    if not robot.imu_alive:
        return 0
    if request.dive is not None:
        return facts.DIVE_REQ | (facts.JUMP_REQ if request.dive.is_jump else 0)
    down = robot.fall is Fall.FALLEN or bool(known & facts.SQUATS)
    get_up = facts.GET_UP_REQ if down and not known & facts.FALLING else 0
    if kicks and robot.contact and not known & facts.SQUATS:
        return get_up | facts.KICK_READY
    if goes and robot.contact:
        return get_up | facts.WALK_REQ
    if previews and robot.contact:
        return get_up | facts.PREVIEW_REQ
    if request.motion is Motion.SPECIAL:
        return get_up | facts.SPECIAL_REQ
    return get_up | (facts.HIGH_REQ if request.motion is Motion.STAND_HIGH else 0)


class Monitors:
    """All monitors together."""

    def __init__(self, parameters: FactParameters, legs: tuple[int, ...]) -> None:
        """Build all monitors; `legs` are the indexes of the leg joints."""
        self._link = LinkMonitor(parameters.link)
        self._hardware = HardwareMonitor(parameters.hardware, legs)
        self._attitude = AttitudeMonitor(parameters.attitude)
        self._height = HeightMonitor(parameters.squat)
        self._soles = SoleMonitor(parameters.soles)
        self._operator = OperatorMonitor(parameters.operator)
        self._kick = parameters.kick
        self._kick_cycles = 0
        self._stands_blind = parameters.attitude.blind_stands_for
        self._blind_time = 0.0

    def trust_link(self) -> None:
        """Count the link as good from now on, without waiting for frames in a row."""
        self._link.trust()

    def update(
        self,
        robot: RobotState,
        request: MotionRequest,
        *,
        goes: bool,
        forced: bool,
        silent: bool,
        kicks: bool,
        previews: bool,
        kills: bool,
        floats: bool,
    ) -> int:
        """Return all facts except those of the active leaf.

        Args:
            robot: The state estimate.
            request: The request that is followed.
            goes: The errand is open.
            forced: The robot must go limp at once.
            silent: The behaviour has been silent for too long.
            kicks: A stand kick is possible in this cycle.
            previews: Footsteps of the preview walk are requested.
            kills: The walk must end at once.
            floats: The walk may continue without ground contact, as requested.
        """
        known = (facts.KILL_REQ if kills else 0) | (
            self._link.update(robot)
            | self._hardware.update(robot)
            | self._attitude.update(robot)
            | self._soles.update(robot)
            | self._operator.update(robot, request, forced=forced)
        )
        if not known & facts.FRAMES_OK:
            known &= ~facts.HW_FAULT  # frames too old to use show no present defect
        if floats:
            known &= ~facts.LIFTED
        self._kick_cycles = self._kick_cycles + 1 if kicks else 0
        known |= self._height.update(robot, upright=bool(known & facts.UPRIGHT))
        self._blind_time = 0.0 if robot.imu_alive else self._blind_time + robot.cycle
        stands = known & facts.UPRIGHT and self._blind_time < self._stands_blind
        return known | decision(
            robot,
            request,
            known,
            goes=goes,
            silent=silent,
            blind=not (robot.imu_alive or stands),
            kicks=self._kick_cycles >= self._kick.ready_for,
            previews=previews,
        )
