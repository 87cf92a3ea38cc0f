"""Head and arms that a program moves: it owns a limb until it is there and a walk swings it again.

A joint goes at a speed to a target; an interpolation is one target after another. While the robot
stands a limb stays where it was put. While it walks, the walk takes it back as soon as it is there,
unless its swing is switched off.
"""

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.names import SIDES, JointNames
from motions.limbs.wishes import ArmWish, HeadWish

_ROUNDED: Final = 1e-4
"""By that an angle may be beyond its limit untold: what 32-bit floats make of the limit."""
_SLOWEST: Final = 1e-3
"""rad/s: a joint that is asked to stay has a speed too."""
_AHEAD: Final = 0.1
"""The head is led so far ahead at least, s: it brakes before the end of every part."""
_LATE: Final = 0.5
"""A joint that is not there so long after its time, s, does not get there: something holds it."""
Knots = Sequence[tuple[float, float]]
"""Times since the call, s, and angles, rad."""


@dataclass(slots=True)
class _Joint:
    """Where a joint goes.

    Attributes:
        target: rad; a hand's opening.
        speed: rad/s.
        until: When it should be there, s.
        knots: What comes after: times, s, and angles.
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
        swings: Whether the walk may swing an arm.
    """

    def __init__(self, model: RobotModel, names: JointNames, near: float) -> None:
        """Own nothing; a joint is there when it is no further off than `near`, rad."""
        self.swings = dict.fromkeys(Side, True)
        self._limbs = names.limbs
        self._names = {names.index(name): name for name in names.body}
        self._hands = frozenset(model.hands)
        self._fastest = {joint: model.no_load_speed(joint) for joint in range(len(model.specs))}
        self._limits = {joint: (spec.min, spec.max) for joint, spec in enumerate(model.specs)}
        self._near = near
        self._joints: dict[int, _Joint] = {}
        self._waiting: list[_Waiting] = []
        self._head: HeadWish | None = None

    def fastest(self, joint: int) -> float:
        """Return how fast a joint may turn, rad/s; a hand opens within a second."""
        return self._fastest.get(joint, 1.0)

    def limits(self, joint: int) -> tuple[float, float]:
        """Return how far a joint turns, rad; a hand opens from 0 to 1."""
        return self._limits.get(joint, (0.0, 1.0))

    def target(self, joint: int, report: RobotReport) -> float:
        """Return where a joint goes to, or was sent last."""
        mine = self._joints.get(joint)
        return report.commanded[joint] if mine is None else mine.target

    def commanded(self, report: RobotReport) -> list[float]:
        """Return the commanded angles of head and arms, rad; hands 0..1."""
        return [report.commanded[joint] for limb in self._limbs.values() for joint in limb]

    def near(self, angles: Sequence[float], others: Sequence[float]) -> bool:
        """Return whether no angle is further from another than a limb that is there may be."""
        return all(abs(a - b) <= self._near for a, b in zip(angles, others, strict=True))

    def set(
        self, targets: Mapping[int, float], fraction: float, report: RobotReport
    ) -> Future[None]:
        """Send joints to angles, at a share of their fastest speed; done when all are there."""
        for joint, angle in targets.items():
            target, speed = self._clipped(joint, angle), fraction * self.fastest(joint)
            way = abs(target - report.commanded[joint])
            self._own(joint, report)
            self._joints[joint] = _Joint(target, speed, report.time + way / speed)
        return self._arrival(targets, report)

    def interpolate(self, ways: Mapping[int, Knots], report: RobotReport) -> Future[None]:
        """Send joints along angles at times; done when the last one is there."""
        for joint, knots in ways.items():
            self._own(joint, report)
            later = [(report.time + time, self._clipped(joint, angle)) for time, angle in knots]
            self._joints[joint] = _Joint(report.commanded[joint], _SLOWEST, report.time, later)
        return self._arrival(ways, report)

    def hold(self, side: Side, report: RobotReport) -> None:
        """Keep an arm where it is."""
        for joint in self._limbs[_arm(side)]:
            if joint not in self._joints:
                self._joints[joint] = _Joint(report.commanded[joint], _SLOWEST, report.time)

    def stop(self, future: Future[Any], report: RobotReport) -> bool:
        """Leave joints where they are, if it is them that somebody waits for; return whether."""
        for waiting in self._waiting:
            if waiting.future is future:
                for joint in waiting.joints:
                    self._joints[joint] = _Joint(report.commanded[joint], _SLOWEST, report.time)
                self._drop_waiting(dict.fromkeys(waiting.joints))
                self.look(report)
                return True
        return False

    def release(self) -> None:
        """Own nothing any more."""
        self._joints.clear()
        self._head = None
        self._drop_waiting(None)

    def look(self, report: RobotReport) -> None:
        """Go on, and give back to a walk what has arrived."""
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
        """Return what is wished of head and arms, by the names of a request."""
        return {"head": self._head, "left_arm": self._arm("LArm"), "right_arm": self._arm("RArm")}

    def _head_wish(self, report: RobotReport) -> HeadWish | None:
        """Return what is wished of the head, which goes straight, with one speed for both joints.

        A joint that shall come later is led there in parts, each until the other one is there.
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
        """Return what is fulfilled when joints are there; who waited for them waits no more."""
        self._drop_waiting(joints)
        future: Future[None] = Future()
        self._waiting.append(_Waiting(frozenset(joints), future))
        self.look(report)
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
        """Own the whole limb of a joint: the others stay where they are."""
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
        for name, limb in self._limbs.items():
            side = SIDES.get(name[0]) if name.endswith("Arm") else None
            if side is None or not self.swings[side] or awaited.intersection(limb):
                continue  # nothing swings the head
            if limb[0] in self._joints and all(self._there(joint, report) for joint in limb):
                for joint in limb:
                    del self._joints[joint]

    def _drop_waiting(self, joints: Mapping[int, Any] | None) -> None:
        """End the wait for joints that somebody else has taken."""
        for waiting in list(self._waiting):
            if joints is None or waiting.joints & joints.keys():
                self._waiting.remove(waiting)
                waiting.future.set_result(None)

    def _clipped(self, joint: int, angle: float) -> float:
        low, high = self.limits(joint)
        mine, target = self._joints.get(joint), min(max(angle, low), high)
        # Programs say the same target many times a second: it is told once.
        if abs(angle - target) > _ROUNDED and (mine is None or mine.target != target):
            LOG.warning("%s %.3f is clipped to %.3f..%.3f", self._names[joint], angle, low, high)
        return target


def _arm(side: Side) -> str:
    return "LArm" if side is Side.LEFT else "RArm"
