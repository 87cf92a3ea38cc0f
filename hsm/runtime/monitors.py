"""The facts of this cycle, from the state estimate and the behaviour's request.

Each monitor owns the thresholds, hysteresis and debouncing of its facts, and can say with numbers
what they rest on. What only the active leaf knows is added by the control cycle.
"""

import math

from hardware.frames import CYCLE, Touch
from hardware.nao import LEG_JOINTS
from hsm.chart import facts
from hsm.runtime.parameters import (
    AttitudeFacts,
    FactParameters,
    HardwareFacts,
    LinkFacts,
    OperatorFacts,
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

    def update(self, robot: RobotState) -> int:
        """Return the link's facts."""
        parameters, age = self._parameters, robot.frame_age
        fresh = age < 0.5 * CYCLE
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

    def __init__(self, parameters: HardwareFacts) -> None:
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
        elif robot.frame_age < 0.5 * CYCLE:
            self._bad = 0
            self._clean += CYCLE
        if self._bad >= parameters.fault_after:
            self._fault = True
        elif self._clean >= parameters.clean_after:
            self._fault = False
        bits = facts.HW_FAULT if self._fault else 0
        stiff = any(robot.applied_stiffness[j] > parameters.stiff_above for j in LEG_JOINTS)
        return bits | (facts.STIFF if stiff else 0)


class AttitudeMonitor:
    """`upright`, `calm`, `falling` and `contact`."""

    def __init__(self, parameters: AttitudeFacts) -> None:
        self._parameters = parameters
        self._upright_cycles = parameters.upright_after  # the very first look decides at once
        self._upright = False
        self._calm = False

    def update(self, robot: RobotState) -> int:
        """Return the facts of the torso and the feet."""
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
        return (
            (facts.UPRIGHT if self._upright else 0)
            | (facts.CALM if self._calm else 0)
            | (facts.FALLING if robot.fall is Fall.FALLING else 0)
            | (facts.CONTACT if robot.contact else 0)
        )


class OperatorMonitor:
    """`head_touch`, `force_limp` and the silence of the behaviour."""

    def __init__(self, parameters: OperatorFacts) -> None:
        self._parameters = parameters
        self._since_touch = math.inf
        self._was_touched = False
        self._chest = 0.0
        self._age = 0.0
        self._silence = 0.0

    def hear(self, *, valid_request: bool) -> None:
        """Take note of whether a valid request came in this cycle."""
        self._age += CYCLE
        self._silence = 0.0 if valid_request else self._silence + CYCLE

    @property
    def silent(self) -> bool:
        """Return whether the behaviour has been silent for too long."""
        parameters = self._parameters
        return self._silence > parameters.silent_after and self._age > parameters.silent_from

    def update(self, robot: RobotState, request: MotionRequest) -> int:
        """Return the facts of the operator."""
        parameters = self._parameters
        above = parameters.touched_above
        touched = sum(robot.touch[pad] >= above for pad in _HEAD) >= 2
        self._since_touch += CYCLE
        pulse = touched and not self._was_touched and self._since_touch >= parameters.touch_pause
        if pulse:
            self._since_touch = 0.0
        self._was_touched = touched
        pressed = robot.touch[Touch.CHEST] >= above
        self._chest = self._chest + CYCLE if pressed else 0.0
        forced = request.motion is Motion.LIMP or self._chest >= parameters.chest_held
        return (facts.HEAD_TOUCH if pulse else 0) | (facts.FORCE_LIMP if forced else 0)


class Selector:
    """The decision: at most one of walk, limp and get-up; none of them means to stand."""

    def __init__(self, parameters: SquatFacts, *, delay_from_stand: bool) -> None:
        self._parameters = parameters
        self._delay_from_stand = delay_from_stand
        self._squats = False

    def update(
        self, robot: RobotState, request: MotionRequest, leaf: str, known: int, *, silent: bool
    ) -> int:
        """Return the facts of the decision.

        Args:
            robot: The state estimate.
            request: The behaviour's wish.
            leaf: Short name of the active leaf.
            known: Facts of the monitors in this cycle.
            silent: The behaviour has been silent for too long.
        """
        limits = self._parameters
        low = robot.com_height < (limits.above if self._squats else limits.below)
        self._squats = low and bool(known & facts.UPRIGHT)
        forced = known & facts.FORCE_LIMP
        if forced or request.motion is Motion.SIT or silent or not robot.imu_alive:
            return facts.LIMP_REQ
        if self._should_get_up(robot, leaf, known):
            return facts.GET_UP_REQ
        if request.wants_to_move and robot.contact:
            delayed = self._delay_from_stand and leaf == "Stand.Normal"
            return facts.WALK_REQ | (facts.DELAY_DUE if delayed else 0)
        return 0

    def _should_get_up(self, robot: RobotState, leaf: str, known: int) -> bool:
        if leaf.startswith("FallProtection"):
            lying = leaf.endswith("WaitGetUp") and not known & facts.UPRIGHT
            return lying or robot.fall is Fall.FALLEN or self._squats
        allowed = not leaf.startswith(("GetUp", "Limp")) and leaf != "Stand.Rising"
        return self._squats and allowed


class Monitors:
    """All monitors together."""

    def __init__(self, parameters: FactParameters) -> None:
        self._link = LinkMonitor(parameters.link)
        self._hardware = HardwareMonitor(parameters.hardware)
        self._attitude = AttitudeMonitor(parameters.attitude)
        self._operator = OperatorMonitor(parameters.operator)
        self._selector = Selector(parameters.squat, delay_from_stand=parameters.delay_from_stand)

    def hear(self, *, valid_request: bool) -> None:
        """Take note of whether a valid request came in this cycle."""
        self._operator.hear(valid_request=valid_request)

    @property
    def silent(self) -> bool:
        """Return whether the behaviour has been silent for too long."""
        return self._operator.silent

    def update(self, robot: RobotState, request: MotionRequest, leaf: str) -> int:
        """Return all facts but those of the active leaf."""
        known = (
            self._link.update(robot)
            | self._hardware.update(robot)
            | self._attitude.update(robot)
            | self._operator.update(robot, request)
        )
        return known | self._selector.update(robot, request, leaf, known, silent=self.silent)
