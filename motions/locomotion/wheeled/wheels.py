"""Kinematics of a base with three wheels: wheel speeds from motion, and motion from wheels.

A wheel's contact at p rolls along d: radius times wheel speed is d . (v + turn x p). Three wheels
with independent rows of this equation determine a motion, and vice versa.
"""

import math

import numpy as np

from hardware.base import BaseModel, ThreeNumbers


class WheelGeometry:
    """Wheel speeds and motions of one base."""

    def __init__(self, model: BaseModel) -> None:
        """Compute the matrices of a base.

        Raises:
            ValueError: If its wheels do not determine a motion.
        """
        rows = []
        for wheel in model.wheels:
            c, s = math.cos(wheel.rolls), math.sin(wheel.rolls)
            row = (c, s, wheel.x * s - wheel.y * c)
            rows.append(tuple(part / model.wheel_radius for part in row))
        matrix = np.array(rows)
        if abs(np.linalg.det(matrix * model.wheel_radius)) < 1e-3:
            raise ValueError(f"the wheels of {model.name} do not determine its motion")
        self._to_wheels = tuple(rows)
        self._from_wheels = tuple(tuple(map(float, row)) for row in np.linalg.inv(matrix))
        self._fastest = model.fastest_wheel

    def turns(self, forward: float, left: float, turn: float) -> ThreeNumbers:
        """Return the wheel speeds, rad/s, scaled down together if one would be too fast.

        Args:
            forward: Velocity forward, m/s.
            left: Velocity to the left, m/s.
            turn: Turn rate, rad/s.
        """
        a, b, c = (x * forward + y * left + t * turn for x, y, t in self._to_wheels)
        share = min(1.0, self._fastest / max(abs(a), abs(b), abs(c), 1e-9))
        return share * a, share * b, share * c

    def motion(self, wheels: ThreeNumbers) -> ThreeNumbers:
        """Return the displacement of the base, forward and to the left, and its turn: m, m, rad.

        Args:
            wheels: Turns of the wheels, rad.
        """
        first, second, third = wheels
        x, y, turn = (a * first + b * second + c * third for a, b, c in self._from_wheels)
        return x, y, turn
