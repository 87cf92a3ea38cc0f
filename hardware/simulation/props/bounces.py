"""Impacts of the ball, with a restitution independent of the time step.

The restitution of a soft contact depends on the time step: parameters that give 0.4 at 1 ms give
0.3 to 0.55 at 3 ms, depending on when the ball arrives within a step. An impact is therefore
computed separately, in the step before ball and partner would overlap: an impulse that reverses the
ball's approach velocity, scaled by the restitution, with Coulomb friction in the tangential
direction. A foam ball weighs a hundredth of a robot and stays in contact for some milliseconds,
during which the opposite impulse acts on its partner, held by gears and ground. Slow approaches are
left to the soft contact, which also supports the ball at rest.
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
"""s: duration of an impact for the partner (assumption: soft foam)."""
_SLOWEST: Final = 0.05
"""m/s; a slower approach is not an impact."""
_ACROSS: Final = 1.0 / (1.0 / BALL_MASS + BALL_RADIUS**2 / BALL_INERTIA)
"""Effective tangential mass of the ball at its surface, kg."""
_INERTIAS: Final = np.array((BALL_MASS,) * 3 + (BALL_INERTIA,) * 3)


@dataclass(slots=True)
class _Recoil:
    """The remaining reaction on the partner of an impact.

    Attributes:
        forces: On every degree of freedom, N and Nm.
        left: Remaining duration, s.
    """

    forces: Vector
    left: float


class Bounces:
    """Applies impacts to the ball and their reactions to its partners."""

    def __init__(self, physics: Physics, restitution: float) -> None:
        """Find the ball in the physics, whose velocities and applied forces will be changed.

        Args:
            physics: Physics that contains the ball.
            restitution: Restitution of every impact, 0..1.
        """
        self._model, self._data, self._mirror = physics.model, physics.data, physics.mirror
        model = physics.model
        self._restitution = restitution
        self._geom = int(model.geom(BALL).id)
        self._body = int(model.body(BALL).id)
        self._dof = int(model.joint(BALL).dofadr[0])
        self._nearby: tuple[int, ...] = ()
        self._recoils: list[_Recoil] = []

    def scan(self) -> None:
        """Record the shapes near the ball after a step, as candidates for the next impact."""
        ball = self._geom
        pairs = self._data.contact.geom.tolist()
        others = [one if other == ball else other for one, other in pairs if ball in (one, other)]
        self._nearby = tuple(other for other in others if self._model.geom_bodyid[other] != 0)

    def strike(self) -> list[tuple[int, float]]:
        """Let the ball bounce off everything it would touch in the coming step.

        Returns:
            The shapes that it hits, with the impulse received from each, N s.
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
        """Apply the reactions on partners for the coming step."""
        step, applied = self._model.opt.timestep, self._data.qfrc_applied
        applied[:] = 0.0
        for recoil in self._recoils:
            applied += min(1.0, max(0.0, recoil.left / step)) * recoil.forces
            recoil.left -= step
        # Kept for one extra step, in which the forces are reset to zero.
        self._recoils = [recoil for recoil in self._recoils if recoil.left > -step]


def _impulse(relative: Vector, approach: float, normal: Vector, restitution: float) -> Vector:
    """Return the impulse on the ball, N s.

    Args:
        relative: Velocity of the ball's surface relative to the partner's at the contact, m/s.
        approach: Its component along the normal, below 0, m/s.
        normal: Unit normal towards the ball.
        restitution: 0..1.
    """
    size = -(1.0 + restitution) * approach * BALL_MASS
    slip = relative - approach * normal
    speed = float(np.linalg.norm(slip))
    # Friction stops the slip, or reduces it as far as the friction cone allows.
    across = min(_ACROSS * speed, BALL_SLIDING * size)
    impulse: Vector = size * normal
    return impulse if speed == 0.0 else impulse - (across / speed) * slip
