"""The props of one run in physics: placement, motion, contacts and true states."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import mujoco
import numpy as np

from hardware.cycle_data import cycle_data
from hardware.errors import PlantError
from hardware.props import BALL_RADIUS, Ball, Cable, Cylinder, PassiveRobot, Patch, Prop, along
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.layout import Physics, mocap_of
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.sensors.rotations import point_of, upright
from hardware.simulation.props.bounces import IN_TOUCH, Bounces
from hardware.simulation.props.build import BALL, ball_of, names_of
from hardware.simulation.props.patches import Patches
from hardware.units import Point

_APART: Final = 0.1
"""s without contact after which the next one counts as another touch."""
_OVERLAP: Final = 0.005
"""m: largest penetration of a robot that merely rests against something."""
_NOBODY, _ROBOT = -1, 0


@dataclass(slots=True)
class _Touched:
    """Record of the robot's touches of a prop."""

    count: int = 0
    peak: float = 0.0
    first: float | None = None
    last: float = -math.inf

    def note(self, time: float, force: float) -> None:
        """Record a contact at a time, s, with a force, N."""
        if time - self.last > _APART:
            self.count += 1
        self.first = time if self.first is None else self.first
        self.last, self.peak = time, max(self.peak, force)


@cycle_data
class PropTruth:
    """True state of a prop.

    Attributes:
        name: Its kind and its index in the list of all props, or `ball`.
        position: Centre of a ball, base point of any other prop, m.
        quaternion: Orientation, w x y z.
        velocity: m/s.
        touches: Number of touches by the robot.
        peak_force: Largest force between robot and prop, N; of an impact, its impulse over 10 ms.
        first_touch: Time of the first touch, s; None if there was none.
    """

    name: str
    position: Point
    quaternion: tuple[float, float, float, float]
    velocity: Point
    touches: int
    peak_force: float
    first_touch: float | None


class PropsOnField:
    """All props of one run."""

    def __init__(
        self,
        physics: Physics,
        props: Sequence[Prop],
        parameters: PlantParameters,
        individual: Individual,
    ) -> None:
        """Find the props in the physics and place them at their start.

        Args:
            physics: Physics that contains the props.
            props: The props, in the order in which they were added.
            parameters: The plant.
            individual: The individual, which determines the ball's restitution.

        Raises:
            PlantError: If a prop overlaps the robot or another prop.
        """
        self._model, self._data = physics.model, physics.data
        self._props, self._names = tuple(props), names_of(props)
        self._touched = [_Touched() for _ in props]
        self._addresses = {
            name: _addresses(self._model, name)
            for name, prop in zip(self._names, props, strict=True)
            if isinstance(prop, Ball | PassiveRobot)
        }
        self._owner = _owners(self._model, props, self._names)
        patches = [prop for prop in props if isinstance(prop, Patch)]
        self._patches = Patches(physics, patches, parameters) if patches else None
        self._moving = [
            (mocap_of(self._model, name), prop)
            for name, prop in zip(self._names, props, strict=True)
            if isinstance(prop, Cylinder) and prop.moves
        ]
        self._bounces = (
            None if ball_of(props) is None else Bounces(physics, individual.ball_restitution)
        )
        for name, prop in zip(self._names, self._props, strict=True):
            if isinstance(prop, Ball):
                self.place_ball(prop.x, prop.y, *along(prop.direction, prop.speed))
            elif isinstance(prop, PassiveRobot):
                place = (prop.x, prop.y, 0.0, *upright(prop.heading))
                self._put(name, place, (0.0,) * 6)
        self._demand_apart(physics)

    def _demand_apart(self, physics: Physics) -> None:
        """Raise an error for overlapping objects, which would be ejected with thousands of N."""
        data, mirror = physics.data, physics.mirror
        mirror.qpos[:], mirror.mocap_pos[:] = data.qpos, data.mocap_pos
        mujoco.mj_fwdPosition(physics.model, mirror)
        contacts = mirror.contact
        for geoms, distance in zip(contacts.geom, contacts.dist.tolist(), strict=True):
            one, other = sorted(self._owner[geoms].tolist())
            if distance > -_OVERLAP or one == other or one == _NOBODY:
                continue
            prop = self._props[other - 1]
            if isinstance(prop, Cable):  # a foot may stand on one
                continue
            where = "the robot" if one == _ROBOT else self._names[one - 1]
            raise PlantError(
                f"the {self._names[other - 1]} at {prop.x:g}, {prop.y:g} m overlaps {where} by "
                f"{-1e3 * distance:.0f} mm: place it elsewhere"
            )

    @property
    def has_ball(self) -> bool:
        """Return whether there is a ball."""
        return self._bounces is not None

    def place_ball(self, x: float, y: float, vx: float, vy: float) -> None:
        """Place the ball on the ground, m, rolling at a velocity, m/s; there must be one."""
        # Rolling without slip; the angular velocity is in the ball's axes.
        spin = (-vy / BALL_RADIUS, vx / BALL_RADIUS, 0.0)
        self._put(BALL, (x, y, BALL_RADIUS, 1.0, 0.0, 0.0, 0.0), (vx, vy, 0.0, *spin))

    def prepare(self) -> None:
        """Prepare the coming cycle."""
        if self._patches is not None:
            self._patches.lay()

    def step(self) -> None:
        """Advance the physics by one of its steps."""
        data = self._data
        if self._bounces is not None:
            for geom, impulse in self._bounces.strike():
                if self._owner[geom] == _ROBOT:
                    ball = self._names.index(BALL)
                    self._touched[ball].note(data.time, impulse / IN_TOUCH)
        for mocap, prop in self._moving:
            data.mocap_pos[mocap, :2] = prop.at(data.time + self._model.opt.timestep)
        mujoco.mj_step(self._model, data)
        self._watch()
        if self._bounces is not None:
            self._bounces.scan()

    def _watch(self) -> None:
        """Record the robot's contacts with props."""
        data = self._data
        if not data.ncon:
            return
        # Plain lists: a few contacts are compared faster than by NumPy.
        owners = self._owner[data.contact.geom].tolist()
        rows = [row for row, pair in enumerate(owners) if min(pair) == _ROBOT < max(pair)]
        if not rows:
            return
        forces: dict[int, Any] = {}
        wrench = np.zeros(6)
        for row in rows:
            if data.contact.efc_address[row] < 0:
                continue  # close, but not in contact
            mujoco.mj_contactForce(self._model, data, row, wrench)
            frame = data.contact.frame[row].reshape(3, 3)
            number = max(owners[row]) - 1
            forces[number] = forces.get(number, 0.0) + wrench[:3] @ frame
        for number, force in forces.items():
            size = float(np.linalg.norm(force))
            if size > 0.0:
                self._touched[number].note(data.time, size)

    def ball(self) -> PropTruth | None:
        """Return the true state of the ball; None without one."""
        if not self.has_ball:
            return None
        at = self._names.index(BALL)
        return self._truth_of(BALL, self._props[at], self._touched[at])

    def truth(self) -> tuple[PropTruth, ...]:
        """Return the true state of every prop, in their order."""
        return tuple(
            self._truth_of(name, prop, touched)
            for name, prop, touched in zip(self._names, self._props, self._touched, strict=True)
        )

    def _truth_of(self, name: str, prop: Prop, touched: _Touched) -> PropTruth:
        velocity: Point = (0.0, 0.0, 0.0)
        if isinstance(prop, Ball | PassiveRobot):
            place, dof = self._addresses[name]
            x, y, z, a, b, c, d = self._data.qpos[place : place + 7].tolist()
            velocity = point_of(self._data.qvel[dof : dof + 3])
        elif isinstance(prop, Cylinder) and prop.moves:
            x, y, z = self._data.mocap_pos[mocap_of(self._model, name)].tolist()
            a, b, c, d = upright(0.0)
            velocity = (*prop.velocity, 0.0)
        else:
            x, y, z = prop.x, prop.y, 0.0
            a, b, c, d = upright(getattr(prop, "heading", 0.0))
        return PropTruth(
            name=name,
            position=(x, y, z),
            quaternion=(a, b, c, d),
            velocity=velocity,
            touches=touched.count,
            peak_force=touched.peak,
            first_touch=touched.first,
        )

    def _put(self, name: str, place: Sequence[float], speed: Sequence[float]) -> None:
        at, dof = self._addresses[name]
        self._data.qpos[at : at + 7] = place
        self._data.qvel[dof : dof + 6] = speed


def _addresses(model: Any, name: str) -> tuple[int, int]:
    """Return where a free body's pose is in qpos and its velocity in qvel."""
    joint = model.joint(name).id
    return int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])


def _owners(model: Any, props: Sequence[Prop], names: Sequence[str]) -> Any:
    """Return the owner of every shape: nobody, the robot, or 1 + the index of a prop."""
    roots = model.body_rootid[model.geom_bodyid]
    owners = np.full(model.ngeom, _NOBODY)
    owners[roots == model.dof_bodyid[0]] = _ROBOT
    for number, (name, prop) in enumerate(zip(names, props, strict=True), start=1):
        if not isinstance(prop, Patch):
            owners[roots == model.body(name).id] = number
    return owners


def with_ball(props: PropsOnField | None) -> PropsOnField:
    """Return the props, which must include a ball.

    Raises:
        ValueError: If there is no ball.
    """
    if props is None or not props.has_ball:
        raise ValueError("this robot was built without a ball: add one to its props")
    return props
