"""Motions of head and arms by programs: a program owns a limb until a walk swings it again.

A joint moves to a target at a speed; an interpolation is a sequence of targets. A limb of a
standing robot keeps its last target. During a walk, the walk takes an arm back as soon as it has
arrived, unless its swing is disabled.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.names import ARM_OF, JointNames
from motions.limbs.wishes import ArmWish, HeadWish

_ROUNDED: Final = 1e-4
"""Excess over a limit that is not reported, rad: the rounding of 32-bit floats."""
_SLOWEST: Final = 1e-3
"""Smallest speed, rad/s: even a joint that is to stay needs a speed."""
_AHEAD: Final = 0.1
"""Smallest lead of the head's target, s: the head brakes before the end of every part."""
_LATE: Final = 0.5
"""Delay after which a joint is considered blocked, s."""
Knots = Sequence[tuple[float, float]]
"""Times since the call, s, and angles, rad."""


@dataclass(slots=True)
class _Joint:
    """Motion of one joint.

    Attributes:
        target: Angle, rad; opening of a hand, 0..1.
        speed: Speed, rad/s; of a hand, 1/s.
        until: Time of arrival, s.
        knots: Following targets: times, s, and angles.
    """

    target: float
    speed: float
    until: float
    knots: list[tuple[float, float]] = field(default_factory=list)


@dataclass(slots=True)
class _Waiting:
    joints: frozenset[int]
    future: Future[None]


class LimbMotions:
    """Head and arms of one robot.

    Attributes:
        swings: Whether the walk may swing each arm.
    """

    def __init__(self, model: RobotModel, names: JointNames, near: float) -> None:
        """Own no limb; a joint has arrived within the tolerance `near`, rad."""
        self.swings = dict.fromkeys(Side, True)
        self._limbs = names.limbs
        self._names = names
        self._hands = frozenset(model.hands)
        self._fastest = {joint: model.no_load_speed(joint) for joint in range(len(model.specs))}
        self._limits = {joint: (spec.min, spec.max) for joint, spec in enumerate(model.specs)}
        self._near = near
        self._joints: dict[int, _Joint] = {}
        self._waiting: list[_Waiting] = []
        self._head: HeadWish | None = None

    def fastest(self, joint: int) -> float:
        """Return the largest speed of a joint, rad/s; a hand opens within a second."""
        return self._fastest.get(joint, 1.0)

    def limits(self, joint: int) -> tuple[float, float]:
        """Return the limits of a joint, rad; of a hand 0 and 1."""
        return self._limits.get(joint, (0.0, 1.0))

    def target(self, joint: int, report: RobotReport) -> float:
        """Return the target of a joint, or its last command."""
        mine = self._joints.get(joint)
        return report.commanded[joint] if mine is None else mine.target

    def commanded(self, report: RobotReport) -> list[float]:
        """Return the commanded angles of head and arms, rad; hands 0..1."""
        return [report.commanded[joint] for limb in self._limbs.values() for joint in limb]

    def near(self, angles: Sequence[float], others: Sequence[float]) -> bool:
        """Return whether all pairs of angles agree within the tolerance of an arrived limb."""
        return all(abs(a - b) <= self._near for a, b in zip(angles, others, strict=True))

    def set(
        self, targets: Mapping[int, float], fraction: float, report: RobotReport
    ) -> Future[None]:
        """Move joints to angles at a share of their largest speed; done when all have arrived."""
        for joint, angle in targets.items():
            target, speed = self._clipped(joint, angle), fraction * self.fastest(joint)
            way = abs(target - report.commanded[joint])
            self._own(joint, report)
            self._joints[joint] = _Joint(target, speed, report.time + way / speed)
        return self._arrival(targets, report)

    def interpolate(self, ways: Mapping[int, Knots], report: RobotReport) -> Future[None]:
        """Move joints through angles at times; done when the last one has arrived."""
        for joint, knots in ways.items():
            self._own(joint, report)
            later = [(report.time + time, self._clipped(joint, angle)) for time, angle in knots]
            self._joints[joint] = _Joint(report.commanded[joint], _SLOWEST, report.time, later)
        return self._arrival(ways, report)

    def hold(self, side: Side, report: RobotReport) -> None:
        """Hold an arm where it is."""
        for joint in self._limbs[ARM_OF[side]]:
            if joint not in self._joints:
                self._joints[joint] = _Joint(report.commanded[joint], _SLOWEST, report.time)

    def stop(self, joints: Iterable[int], report: RobotReport) -> None:
        """Stop joints where they are."""
        stopped = {
            joint: _Joint(report.commanded[joint], _SLOWEST, report.time) for joint in joints
        }
        self._joints |= stopped
        self._drop_waiting(stopped)
        self.update(report)

    def release(self) -> None:
        """Release all limbs."""
        self._joints.clear()
        self._head = None
        self._drop_waiting(None)

    def update(self, report: RobotReport) -> None:
        """Advance all motions, and return arrived arms to a walk."""
        for joint, mine in self._joints.items():
            self._go_on(joint, mine, report)
        for waiting in list(self._waiting):
            if all(self._there(joint, report) for joint in waiting.joints):
                self._waiting.remove(waiting)
                waiting.future.set_result(None)
        if report.walks:
            self._give_back(report)
            for side, swings in self.swings.items():
                if not swings:
                    self.hold(side, report)
        self._head = self._head_wish(report)

    def wishes(self) -> dict[str, Any]:
        """Return the requests to head and arms, by the fields of a `MotionRequest`."""
        return {"head": self._head, "left_arm": self._arm("LArm"), "right_arm": self._arm("RArm")}

    def _head_wish(self, report: RobotReport) -> HeadWish | None:
        """Return the request to the head, which moves straight with one speed for both joints.

        A joint with a later arrival is moved in parts, each until the other joint arrives.
        """
        joints = self._limbs["Head"]
        if joints[0] not in self._joints:
            return None
        ways = [self._joints[joint].target - report.commanded[joint] for joint in joints]
        left = [self._joints[joint].until - report.time for joint in joints]
        going = [w != 0.0 and time > -_LATE for w, time in zip(ways, left, strict=True)]
        within = [max(time, _AHEAD) for time in left]
        ahead = min((time for time, goes in zip(within, going, strict=True) if goes), default=1.0)
        pan, tilt = (
            report.commanded[joint] + way * min(1.0, ahead / time)
            for joint, way, time in zip(joints, ways, within, strict=True)
        )
        speeds = (
            min(abs(way) / time, self.fastest(joint)) if goes else 0.0
            for joint, way, time, goes in zip(joints, ways, within, going, strict=True)
        )
        return HeadWish(pan=pan, tilt=tilt, speed=max(math.hypot(*speeds), _SLOWEST))

    def _arrival(self, joints: Mapping[int, Any], report: RobotReport) -> Future[None]:
        """Return a future for the arrival of joints; earlier waits for them end."""
        self._drop_waiting(joints)
        future: Future[None] = Future()
        self._waiting.append(_Waiting(frozenset(joints), future))
        self.update(report)
        return future

    def _arm(self, name: str) -> ArmWish | None:
        joints = [joint for joint in self._limbs[name] if joint not in self._hands]
        if joints[0] not in self._joints:
            return None
        mine = [self._joints[joint] for joint in joints]
        hand = [self._joints[joint].target for joint in self._limbs[name] if joint in self._hands]
        return ArmWish(
            angles=tuple(item.target for item in mine),
            speeds=tuple(item.speed for item in mine),
            hand=hand[0] if hand else None,
        )

    def _own(self, joint: int, report: RobotReport) -> None:
        """Own the whole limb of a joint; its other joints stay where they are."""
        for limb in self._limbs.values():
            if joint in limb:
                for other in limb:
                    if other not in self._joints:
                        self._joints[other] = _Joint(report.commanded[other], _SLOWEST, report.time)

    def _go_on(self, joint: int, mine: _Joint, report: RobotReport) -> None:
        at, now = report.commanded[joint], report.time
        if not mine.knots or now < mine.until - 1e-9:
            return
        until, angle = mine.knots.pop(0)
        while mine.knots and until <= now:
            until, angle = mine.knots.pop(0)
        speed = abs(angle - at) / max(until - now, 1e-3)
        mine.target, mine.until = angle, until
        mine.speed = min(max(speed, _SLOWEST), self.fastest(joint))

    def _there(self, joint: int, report: RobotReport) -> bool:
        mine = self._joints.get(joint)
        if mine is None:
            return True
        if mine.knots or report.time < mine.until:
            return False
        off = abs(report.commanded[joint] - mine.target)
        return off <= self._near or report.time > mine.until + _LATE

    def _give_back(self, report: RobotReport) -> None:
        awaited = frozenset[int]().union(*(waiting.joints for waiting in self._waiting))
        for side, name in ARM_OF.items():  # no walk moves the head
            limb = self._limbs[name]
            if not self.swings[side] or awaited.intersection(limb):
                continue
            if limb[0] in self._joints and all(self._there(joint, report) for joint in limb):
                for joint in limb:
                    del self._joints[joint]

    def _drop_waiting(self, joints: Mapping[int, Any] | None) -> None:
        """End the waits for joints that another motion has taken, or all if None."""
        for waiting in list(self._waiting):
            if joints is None or waiting.joints & joints.keys():
                self._waiting.remove(waiting)
                waiting.future.set_result(None)

    def _clipped(self, joint: int, angle: float) -> float:
        low, high = self.limits(joint)
        mine, target = self._joints.get(joint), min(max(angle, low), high)
        # Programs repeat the same target many times a second: warn only once.
        if abs(angle - target) > _ROUNDED and (mine is None or mine.target != target):
            name = self._names.name(joint)
            LOG.warning("%s %.3f is clipped to %.3f..%.3f", name, angle, low, high)
        return target
