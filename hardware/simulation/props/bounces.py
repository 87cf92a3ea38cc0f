"""How a ball bounces: blows with a restitution that no time step changes.

A soft contact gives the restitution of its time step: with what makes 0.4 at 1 ms it is anything
from 0.3 to 0.55 at 3 ms, by where in a step the ball arrives. So the blow is computed by itself, in
the step before ball and partner would overlap: an impulse that turns the ball's speed of approach
round and takes the restitution off it, with Coulomb friction across. A ball of foam weighs a
hundredth of a robot and stays in touch for some milliseconds: in that time its partner, held by
gears and ground, feels the same impulse. What approaches slowly is no blow and left to the soft
contact, which also bears what rests.
"""

from dataclasses import dataclass
from typing import Final

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.props import BALL_RADIUS
from hardware.simulation.plant.layout import Physics
from hardware.simulation.props.build import BALL, BALL_INERTIA, BALL_MASS, BALL_SLIDING, REACH

Vector = NDArray[np.float64]

IN_TOUCH: Final = 0.01
"""s: how long a blow lasts for the partner (assumption: soft foam)."""
_SLOWEST: Final = 0.05
"""m/s; slower is no blow."""
_ACROSS: Final = 1.0 / (1.0 / BALL_MASS + BALL_RADIUS**2 / BALL_INERTIA)
"""What the ball weighs at its surface, across, kg."""
_INERTIAS: Final = np.array((BALL_MASS,) * 3 + (BALL_INERTIA,) * 3)


@dataclass(slots=True)
class _Recoil:
    """What the partner of a blow still feels.

    Attributes:
        forces: On every degree of freedom, N and Nm.
        left: For how long, s.
    """

    forces: Vector
    left: float


class Bounces:
    """Gives the ball its blows, and its partners theirs."""

    def __init__(self, physics: Physics, restitution: float) -> None:
        """Find the ball; speeds and applied forces are changed in the physics.

        Args:
            physics: It is in it.
            restitution: Of every blow, 0..1.
        """
        self._model, self._data, self._mirror = physics.model, physics.data, physics.mirror
        model = physics.model
        self._restitution = restitution
        self._geom = int(model.geom(BALL).id)
        self._body = int(model.body(BALL).id)
        self._dof = int(model.joint(BALL).dofadr[0])
        self._nearby: tuple[int, ...] = ()
        self._recoils: list[_Recoil] = []

    def look(self) -> None:
        """Remember what is near the ball, after a step: it says where to look before the next."""
        geoms = self._data.contact.geom
        rows = geoms[(geoms == self._geom).any(axis=1)]
        others = rows[rows != self._geom].tolist()
        self._nearby = tuple(other for other in others if self._model.geom_bodyid[other] != 0)

    def strike(self) -> list[tuple[int, float]]:
        """Let the ball bounce off what it would touch in the coming step.

        Returns:
            The shapes that it hit, with the impulse that it got of each, N s.
        """
        blows: list[tuple[int, float]] = []
        if self._nearby:
            mirror = self._mirror
            mirror.qpos[:], mirror.mocap_pos[:] = self._data.qpos, self._data.mocap_pos
            mujoco.mj_kinematics(self._model, mirror)
            mujoco.mj_comPos(self._model, mirror)
            blows = [blow for blow in map(self._blow, self._nearby) if blow is not None]
        if self._recoils:
            self._recoil()
        return blows

    def _blow(self, geom: int) -> tuple[int, float] | None:
        model, mirror, speeds = self._model, self._mirror, self._data.qvel
        ends = np.zeros(6)
        distance = mujoco.mj_geomDistance(model, mirror, geom, self._geom, REACH, ends)
        place = 0.5 * (ends[:3] + ends[3:])
        normal = mirror.geom_xpos[self._geom] - place
        normal /= np.linalg.norm(normal)
        own, other = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mujoco.mj_jac(model, mirror, own, None, place, self._body)
        mujoco.mj_jac(model, mirror, other, None, place, int(model.geom_bodyid[geom]))
        relative = own @ speeds - other @ speeds
        approach = float(normal @ relative)
        if approach > -_SLOWEST or distance + model.opt.timestep * approach > 0.0:
            return None
        impulse = _impulse(relative, approach, normal, self._restitution)
        dofs = slice(self._dof, self._dof + 6)
        speeds[dofs] += (impulse @ own[:, dofs]) / _INERTIAS
        self._recoils.append(_Recoil(-(impulse @ other) / IN_TOUCH, IN_TOUCH))
        return geom, float(np.linalg.norm(impulse))

    def _recoil(self) -> None:
        """Let the partners of blows feel what they feel in the coming step."""
        step, applied = self._model.opt.timestep, self._data.qfrc_applied
        applied[:] = 0.0
        for recoil in self._recoils:
            applied += min(1.0, max(0.0, recoil.left / step)) * recoil.forces
            recoil.left -= step
        # One step more than it lasts, which takes the forces away.
        self._recoils = [recoil for recoil in self._recoils if recoil.left > -step]


def _impulse(relative: Vector, approach: float, normal: Vector, restitution: float) -> Vector:
    """Return the impulse on the ball, N s.

    Args:
        relative: Speed of the ball's surface against the other's at their place, m/s.
        approach: Its part along the normal, below 0.
        normal: To the ball.
        restitution: 0..1.
    """
    size = -(1.0 + restitution) * approach * BALL_MASS
    slip = relative - approach * normal
    speed = float(np.linalg.norm(slip))
    # Friction stops the slip, or slows it down by as much as it can.
    across = min(_ACROSS * speed, BALL_SLIDING * size)
    impulse: Vector = size * normal
    return impulse if speed == 0.0 else impulse - (across / speed) * slip
