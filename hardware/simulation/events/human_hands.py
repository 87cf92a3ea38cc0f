"""A person's hands: compliant at the torso, to lift, hold and put down; and at the ball."""

import math
from dataclasses import dataclass
from typing import assert_never

import mujoco
import numpy as np

from hardware.disturbances import (
    HoldUpright,
    LayDown,
    LetGo,
    Lift,
    LyingSide,
    MoveBall,
    PutDown,
)
from hardware.props import along
from hardware.sensors_and_commands import CYCLE, GRAVITY
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.sensors.rotations import Quaternion, upright
from hardware.simulation.props.on_field import PropsOnField, with_ball

Handling = Lift | HoldUpright | PutDown | LayDown | LetGo | MoveBall

_CARRIED = 0.5
"""Share of the weight that the soles must carry before the person lets go."""
_LOWEST = 0.14
"""Torso height at which a robot that does not stand is let go, m: then it sits or lies."""
_FLAT = 0.10
"""Holder height at which a robot being laid down is let go, m: 0.07 to 0.10 when lying."""
_QUARTER = math.sqrt(0.5)
_TURNED: dict[LyingSide, Quaternion] = {
    "front": (_QUARTER, 0.0, _QUARTER, 0.0),
    "back": (_QUARTER, 0.0, -_QUARTER, 0.0),
    "left": (_QUARTER, -_QUARTER, 0.0, 0.0),
    "right": (_QUARTER, _QUARTER, 0.0, 0.0),
}
"""Rotation of the torso from its upright attitude to lie on each side."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A motion of the hands from one pose to another: times in s, heights in m."""

    start: float
    duration: float
    from_height: float
    to_height: float
    from_attitude: Quaternion
    to_attitude: Quaternion


class Handler:
    """Moves the holder body and ties the torso to it.

    Attributes:
        props: Props on the field; None without any.
    """

    def __init__(self, physics: Physics) -> None:
        self._data, self._layout = physics.data, physics.layout
        model, torso = physics.model, physics.layout.torso
        self._weight = float(sum(model.body_mass[model.body_rootid == torso])) * GRAVITY
        self._waiting: list[tuple[float, Handling]] = []
        self._way: _Way | None = None
        self._lowering: PutDown | None = None
        self._lowest = _LOWEST
        self.props: PropsOnField | None = None

    @property
    def holds(self) -> bool:
        """Return whether the person holds the robot."""
        return bool(self._data.eq_active[self._layout.hold])

    def add(self, what: Handling, start: float) -> None:
        """Schedule an action at a time, s.

        Raises:
            ValueError: If it moves a ball and there is none.
        """
        if isinstance(what, MoveBall):
            with_ball(self.props)
        self._waiting.append((start, what))

    def act(self, now: float, loads: tuple[float, float]) -> None:
        """Move the hands for the cycle that begins now.

        Args:
            now: Current time, s.
            loads: Forces on the soles, N.
        """
        if not self._waiting and not self.holds:
            return
        # Half a cycle of slack: sums of 12 ms are not exact.
        due = [item for item in self._waiting if item[0] <= now + 0.5 * CYCLE]
        self._waiting = [item for item in self._waiting if item not in due]
        for _, what in due:
            self._begin(what, now)
        if self._way is not None:
            self._follow(self._way, now)
        elif self._lowering is not None:
            self._lower(self._lowering, loads)

    def _begin(self, what: Handling, now: float) -> None:
        if isinstance(what, LetGo):
            self._let_go()
            return
        if isinstance(what, MoveBall):
            velocity = along(what.direction, what.speed)
            with_ball(self.props).place_ball(what.x, what.y, *velocity)
            return
        if not self.holds:
            self._take()
        self._lowering = None
        height = float(self._data.mocap_pos[self._layout.holder][2])
        attitude: Quaternion = tuple(self._data.mocap_quat[self._layout.holder].tolist())
        target, turned = height, _level(attitude)
        match what:
            case PutDown():
                self._lowering, self._lowest, self._way = what, _LOWEST, None
                return
            case LayDown():
                self._lowering, self._lowest = PutDown(), _FLAT
                turned = _product(turned, _TURNED[what.side])
            case Lift():
                target += what.height
                turned = turned if what.upright else attitude
            case HoldUpright():
                target = what.height
            case _:
                assert_never(what)
        self._way = _Way(now, what.duration, height, target, attitude, turned)

    def _take(self) -> None:
        """Grip the torso where it is."""
        self._data.mocap_pos[self._layout.holder] = self._data.qpos[0:3]
        self._data.mocap_quat[self._layout.holder] = self._data.qpos[3:7]
        self._data.eq_active[self._layout.hold] = 1

    def _let_go(self) -> None:
        self._data.eq_active[self._layout.hold] = 0
        self._way = self._lowering = None

    def _follow(self, way: _Way, now: float) -> None:
        ratio = min(1.0, (now + CYCLE - way.start) / max(CYCLE, way.duration))
        # Zero velocity at start and end.
        smooth = ratio * ratio * (3.0 - 2.0 * ratio)
        height = way.from_height + smooth * (way.to_height - way.from_height)
        self._data.mocap_pos[self._layout.holder, 2] = height
        # Along the shorter arc.
        attitude, turn = np.array(way.from_attitude), np.zeros(3)
        mujoco.mju_subQuat(turn, way.to_attitude, way.from_attitude)
        mujoco.mju_quatIntegrate(attitude, turn, smooth)
        self._data.mocap_quat[self._layout.holder] = attitude
        if ratio >= 1.0:
            self._way = None

    def _lower(self, lowering: PutDown, loads: tuple[float, float]) -> None:
        holder = self._layout.holder
        self._data.mocap_pos[holder, 2] -= lowering.speed * CYCLE
        carried = sum(loads) > _CARRIED * self._weight
        if carried or float(self._data.mocap_pos[holder, 2]) < self._lowest:
            self._let_go()


def _level(attitude: Quaternion) -> Quaternion:
    """Return the upright attitude with the same heading; on front or back, that of the head."""
    w, x, y, z = attitude
    forward_x, forward_y = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)
    if math.hypot(forward_x, forward_y) < 0.5:
        # On front or back the x axis is vertical: the z axis gives the heading, reversed on the
        # back, as if a person turned the robot about its hips.
        up_x, up_y = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x)
        sign = 1.0 if 2.0 * (x * z - w * y) < 0.0 else -1.0
        forward_x, forward_y = sign * up_x, sign * up_y
    yaw = math.atan2(forward_y, forward_x)
    return upright(yaw)


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the attitude b, given relative to a, in a's parent frame."""
    product = np.zeros(4)
    mujoco.mju_mulQuat(product, a, b)
    w, x, y, z = product.tolist()
    return w, x, y, z
