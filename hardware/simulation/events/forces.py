"""External forces: pushes, leaning robots, blocked feet and joints, forces of a program."""

import math
from dataclasses import dataclass
from typing import Any, assert_never

import mujoco
import numpy as np

from hardware.declared import shortened
from hardware.disturbance import TorsoForce
from hardware.disturbances import BlockFoot, Jostle, Lean, Push, SeizeJoint
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.sensors.rotations import cosine_of_tilt, yaw_of
from hardware.units import Point

Force = Push | Lean | Jostle | BlockFoot | SeizeJoint | TorsoForce

_OBSTACLE_STIFFNESS = 2000.0
"""N/m: an obstacle yields by 15 mm before it slips at 30 N; stiffer ones oscillate at 12 ms."""
_OBSTACLE_DAMPING = 20.0
"""Ns/m."""
_BODY_STIFFNESS = 1000.0
"""N/m: shells and joints of two robots in contact yield by 30 mm at 30 N (assumption)."""
_BODY_DAMPING = 80.0
"""Ns/m (assumption): nearly enough to keep two robots from bouncing apart."""
_SEIZED = 100.0
"""Friction of a blocked joint, Nm: ten times the torque of any motor."""
_GONE_OVER = math.cos(math.radians(60.0))
"""Cosine of the torso's tilt beyond which nobody can lean against it."""


@dataclass(slots=True)
class _ActingForce:
    """A force with its start time and state.

    Attributes:
        what: The force.
        start: Time of the onset, s.
        yaw: Heading of the torso at the onset, rad: a push keeps its direction in the world.
        anchor: Where an obstacle met the foot, m.
        advance: How far a jostling body has advanced along its direction, m.
        loose: Friction of a blocked joint before the onset, Nm; motors may or may not rewrite it.
        lost: A leaning robot has lost contact because this one has fallen over.
    """

    what: Force
    start: float
    yaw: float | None = None
    anchor: tuple[float, float] | None = None
    advance: float | None = None
    loose: float | None = None
    lost: bool = False

    @property
    def end(self) -> float:
        """Return the end time, s."""
        return self.start + self.what.duration


class Forces:
    """All current and scheduled forces; written into MuJoCo once per cycle."""

    def __init__(self, physics: Physics) -> None:
        self._model, self._data, self._layout = physics.model, physics.data, physics.layout
        self._acting: list[_ActingForce] = []
        self._applied = self._data.xfrc_applied

    def add(self, what: Force, start: float) -> None:
        """Schedule a force to start at a time, s."""
        self._acting.append(_ActingForce(what, start))

    def apply(self, now: float) -> None:
        """Set the forces for the cycle that begins now, s."""
        if not self._acting:
            return
        self._applied[:] = 0.0
        for acting in self._acting:
            if acting.loose is not None and acting.end <= now:
                self._rub(acting.what, acting.loose)
        # Expired seizures are released first: a continuing one may hold the same joint.
        self._acting = [acting for acting in self._acting if acting.end > now]
        for acting in self._acting:
            share = _overlap(acting, now)
            if share > 0.0:
                self._apply_one(acting, share, max(now - acting.start, 0.0))

    def _apply_one(self, acting: _ActingForce, share: float, since: float) -> None:
        match acting.what:
            case BlockFoot() as what:
                self._hold_foot(acting, what)
            case SeizeJoint() as what:
                if acting.loose is None:
                    acting.loose = self._loose(what.joint)
                self._rub(what, _SEIZED)
            case Push() as what:
                self._shove(acting, what.direction, share * (what.impulse / what.duration))
            case Lean() as what:
                acting.lost = acting.lost or cosine_of_tilt(self._attitude()) < _GONE_OVER
                if not acting.lost:
                    self._shove(acting, what.direction, share * what.force)
            case Jostle() as what:
                self._shove(acting, what.direction, share * self._jostling(acting, what))
            case TorsoForce() as what:
                forward, left, up = _force_of(what, since)
                self._shove(acting, 0.0, share * forward)
                self._shove(acting, 0.5 * math.pi, share * left)
                self._applied[self._layout.torso, 2] += share * up
            case _:
                assert_never(acting.what)

    def _shove(self, acting: _ActingForce, direction: float, force: float) -> None:
        """Push the torso in a direction fixed in the world at the onset."""
        angle = self._heading(acting) + direction
        self._applied[self._layout.torso, 0] += force * math.cos(angle)
        self._applied[self._layout.torso, 1] += force * math.sin(angle)

    def _heading(self, acting: _ActingForce) -> float:
        """Return the torso's heading at the onset, rad."""
        if acting.yaw is None:
            acting.yaw = yaw_of(self._attitude())
        return acting.yaw

    def _attitude(self) -> list[float]:
        """Return the orientation of the torso in the world, w x y z."""
        attitude: list[float] = self._data.qpos[3:7].tolist()
        return attitude

    def _jostling(self, acting: _ActingForce, what: Jostle) -> float:
        """Return the force of a body moving into the torso, N: a damped spring that never pulls."""
        heading = self._heading(acting) + what.direction
        along, across = math.cos(heading), math.sin(heading)
        x, y = self._data.qpos[0:2].tolist()
        vx, vy = self._data.qvel[0:2].tolist()
        torso, speed = along * x + across * y, along * vx + across * vy
        if acting.advance is None:
            acting.advance = torso
        hand = acting.advance + CYCLE * what.speed
        pressed = hand - torso
        force = _BODY_STIFFNESS * pressed + _BODY_DAMPING * (what.speed - speed)
        force = min(max(force, 0.0), what.force) if pressed > 0.0 else 0.0
        # It compresses no further than its largest force allows.
        acting.advance = min(hand, torso + what.force / _BODY_STIFFNESS)
        return force

    def _hold_foot(self, acting: _ActingForce, what: BlockFoot) -> None:
        """Pull the foot back horizontally to its blocked position, with limited force."""
        foot = self._layout.feet[0 if what.side is Side.LEFT else 1]
        x, y, _ = self._data.xipos[foot].tolist()
        if acting.anchor is None:
            acting.anchor = (x, y)
        velocity, kind = np.zeros(6), mujoco.mjtObj.mjOBJ_BODY
        mujoco.mj_objectVelocity(self._model, self._data, kind, foot, velocity, 0)
        vx, vy = velocity[3:5].tolist()
        fx = _OBSTACLE_STIFFNESS * (acting.anchor[0] - x) - _OBSTACLE_DAMPING * vx
        fy = _OBSTACLE_STIFFNESS * (acting.anchor[1] - y) - _OBSTACLE_DAMPING * vy
        size = math.hypot(fx, fy)
        if size > what.force:
            fx, fy = fx * what.force / size, fy * what.force / size
            # The obstacle slips: the foot drags it along.
            reach = what.force / _OBSTACLE_STIFFNESS
            acting.anchor = (x + fx / what.force * reach, y + fy / what.force * reach)
        self._applied[foot, 0] += fx
        self._applied[foot, 1] += fy

    def _loose(self, joint: Joint) -> float:
        """Return the friction of a joint when it is not blocked, Nm."""
        for acting in self._acting:
            holds = isinstance(acting.what, SeizeJoint) and acting.what.joint is joint
            if holds and acting.loose is not None:
                return acting.loose
        return float(self._model.dof_frictionloss[self._layout.dof[MOTORS.index(joint)]])

    def _rub(self, what: Force, friction: float) -> None:
        """Set the friction of a blocked joint, Nm."""
        assert isinstance(what, SeizeJoint)
        rubbing = [self._layout.dof[MOTORS.index(what.joint)]]
        if what.joint is Joint.L_HIP_YAW_PITCH:
            rubbing.append(self._layout.coupled_dof)
        self._model.dof_frictionloss[rubbing] = friction


def _force_of(what: TorsoForce, since: float) -> Point:
    """Return the current force of a program, N.

    Raises:
        ValueError: If it is not three finite numbers, which would break the physics.
    """
    given: Any = what.force(since)
    try:
        forward, left, up = map(float, given)
        sound = math.isfinite(forward + left + up)
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise ValueError(
            f"{type(what).__name__}.force must return three finite numbers: forward, left, up in N "
            f"(got {shortened(given)} at {since:.3f} s)"
        )
    return forward, left, up


def _overlap(acting: _ActingForce, now: float) -> float:
    """Return the share of the cycle that begins now in which a force acts."""
    begin = max(now, acting.start)
    end = min(now + CYCLE, acting.end)
    return max(0.0, end - begin) / CYCLE
