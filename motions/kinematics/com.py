"""Centre of mass of the whole robot from joint angles.

The first moment (mass times position) is accumulated from the tips to the torso: the moment of
everything beyond a joint is rotated by that joint and shifted by its position in the parent link.
Only one vector per link is rotated, never a matrix, and the shifts of all masses are constants.
"""

import math
from collections.abc import Sequence

from hardware.robots.model import Link, RobotModel
from hardware.units import Point
from motions.kinematics.geometry import turned

_AXES: dict[Point, int] = {(1.0, 0.0, 0.0): 0, (0.0, 1.0, 0.0): 1, (0.0, 0.0, 1.0): 2}
_OBLIQUE = 3

_Step = tuple[int, int, Point, Point, Point]
"""Joint index; axis 0 to 2 for x to z, 3 for an oblique one; first moment of the link in its own
frame; mass of the link and all beyond times the joint's position in the parent; unit axis."""


class CentreOfMass:
    """Computes the centre of mass of a robot from precomputed link masses."""

    def __init__(self, model: RobotModel):
        """Precompute the masses along the chains.

        Raises:
            ValueError: If a link other than the torso has several children.
        """
        torso = model.links[0]
        children: dict[str, list[Link]] = {link.name: [] for link in model.links}
        for link in model.links[1:]:
            children[link.parent].append(link)
        self._chains = tuple(_chain(first, children, model.names) for first in children[torso.name])
        self._torso: Point = _scaled(torso.com, torso.mass)
        self._mass = model.mass
        self._hip_offset_z = model.dimensions.hip_offset_z

    def of(self, positions: Sequence[float]) -> Point:
        """Return the centre of mass in the hip frame, m.

        Args:
            positions: Joint angles, in wire order, rad.
        """
        mx, my, mz = self._torso
        for chain in self._chains:
            x = y = z = 0.0
            for joint, axis, own, shift, direction in chain:
                # Moment of the link and all beyond, first in its own axes, then in its parent's:
                # rotated by the joint and shifted by the total mass times the joint's position.
                x += own[0]
                y += own[1]
                z += own[2]
                angle = positions[joint]
                c = math.cos(angle)
                s = math.sin(angle)
                if axis == 1:
                    x, z = c * x + s * z, c * z - s * x
                elif axis == 0:
                    y, z = c * y - s * z, s * y + c * z
                elif axis == 2:
                    x, y = c * x - s * y, s * x + c * y
                else:
                    x, y, z = turned(direction, c, s, (x, y, z))
                x += shift[0]
                y += shift[1]
                z += shift[2]
            mx += x
            my += y
            mz += z
        mass = self._mass
        return (mx / mass, my / mass, mz / mass + self._hip_offset_z)


def _chain(
    first: Link, children: dict[str, list[Link]], names: tuple[str, ...]
) -> tuple[_Step, ...]:
    links = [first]
    while children[links[-1].name]:
        (following, *others) = children[links[-1].name]
        if others:
            raise ValueError(
                f"link '{links[-1].name}' has {len(others) + 1} child links, expected one"
            )
        links.append(following)
    steps: list[_Step] = []
    beyond = 0.0
    for link in reversed(links):
        beyond += link.mass
        norm = math.hypot(*link.axis)
        axis = _scaled(link.axis, 1.0 / norm)
        steps.append(
            (
                names.index(link.joint),
                _AXES.get(axis, _OBLIQUE),
                _scaled(link.com, link.mass),
                _scaled(link.origin, beyond),
                axis,
            )
        )
    return tuple(steps)


def _scaled(point: Point, factor: float) -> Point:
    return (point[0] * factor, point[1] * factor, point[2] * factor)
