"""What three wheels do when a base goes, and how it went when they turned.

A wheel's contact at p rolls along d: radius times wheel speed is d . (v + turn x p). Three wheels
that do not roll along parallel lines determine a motion, and the other way round.
"""

import math

import numpy as np

from hardware.base import BaseModel, ThreeNumbers


class WheelGeometry:
    """Wheel speeds and motions of one base."""

    def __init__(self, model: BaseModel) -> None:
        """Take a base.

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
            raise ValueError(f"the wheels of {model.name} do not determine where it goes")
        self._to_wheels = tuple(rows)
        self._from_wheels = tuple(tuple(map(float, row)) for row in np.linalg.inv(matrix))
        self._fastest = model.fastest_wheel

    def turns(self, forward: float, left: float, turn: float) -> ThreeNumbers:
        """Return wheel speeds, rad/s; all are slower where one would be too fast.

        Args:
            forward: m/s.
            left: m/s.
            turn: rad/s.
        """
        a, b, c = (x * forward + y * left + t * turn for x, y, t in self._to_wheels)
        share = min(1.0, self._fastest / max(abs(a), abs(b), abs(c), 1e-9))
        return share * a, share * b, share * c

    def motion(self, wheels: ThreeNumbers) -> ThreeNumbers:
        """Return how far a base went forward, to the left, and turned: m, m, rad.

        Args:
            wheels: How far they turned meanwhile, rad.
        """
        first, second, third = wheels
        x, y, turn = (a * first + b * second + c * third for a, b, c in self._from_wheels)
        return x, y, turn
