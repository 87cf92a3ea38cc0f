"""The true states of a run as a table, as stored in `truth.hsm`."""

from collections.abc import Iterator, Mapping
from typing import Final

from hardware.props import Cylinder
from hardware.simulation.plant.truth import GroundTruth
from hardware.simulation.props.on_field import PropTruth
from hsm.simulated.simulation import Simulation

_ROBOT: Final = {
    "time": "s",
    "torso.x": "m", "torso.y": "m", "torso.z": "m",
    "torso.roll": "rad", "torso.pitch": "rad", "torso.yaw": "rad",
    "com.x": "m", "com.y": "m", "com.z": "m",
    "com_velocity.x": "m/s", "com_velocity.y": "m/s", "com_velocity.z": "m/s",
    "left_sole.x": "m", "left_sole.y": "m", "left_sole.z": "m", "left_sole.yaw": "rad",
    "left_sole.force": "N",
    "right_sole.x": "m", "right_sole.y": "m", "right_sole.z": "m", "right_sole.yaw": "rad",
    "right_sole.force": "N",
    "outer_force.x": "N", "outer_force.y": "N", "outer_force.z": "N",
}  # fmt: skip
_PROP: Final = {
    "x": "m", "y": "m", "z": "m", "qw": "", "qx": "", "qy": "", "qz": "",
    "vx": "m/s", "vy": "m/s", "vz": "m/s", "touches": "", "peak_force": "N",
}  # fmt: skip
"""Columns of every prop: pose, velocity, and the robot's touches so far."""


class TruthTable:
    """The truth of one run as a table.

    Attributes:
        columns: Its columns with their units.
        radii: Radii of posts, by name, m.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Determine the columns from the props."""
        self._simulation = simulation
        names = [prop.name for prop in simulation.truth().props]
        self.radii = {
            name: prop.radius
            for name, prop in zip(names, simulation.props, strict=True)
            if isinstance(prop, Cylinder)
        }
        self.columns: Mapping[str, str] = {
            **_ROBOT,
            **{f"{name}.{part}": unit for name in names for part, unit in _PROP.items()},
        }

    def row(self) -> tuple[float, ...]:
        """Return the true state after the simulation's last cycle."""
        truth = self._simulation.observed
        return (*_of_robot(truth), *(value for prop in truth.props for value in _of_prop(prop)))


def _of_robot(truth: GroundTruth) -> Iterator[float]:
    left, right = truth.sole_headings
    yield truth.time
    yield from truth.torso_position
    yield from truth.rpy
    yield from truth.com
    yield from truth.com_velocity
    yield from truth.left_sole
    yield from (left, truth.left_force)
    yield from truth.right_sole
    yield from (right, truth.right_force)
    yield from truth.outer_force


def _of_prop(prop: PropTruth) -> Iterator[float]:
    yield from prop.position
    yield from prop.quaternion
    yield from prop.velocity
    yield from (prop.touches, prop.peak_force)
