"""Cart-table model: response of the centre of mass and the zero moment point to jerk.

Per axis z = c - (h / g) c'', with the centre of mass c at constant height h and the zero moment
point z. The jerk is constant over a sample. Source: Kajita et al. 2003; the matrices of a preview
over N samples are those of Wieber 2006.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.sensors_and_commands import GRAVITY

Matrix = NDArray[np.float64]


@dataclass(slots=True)
class CartState:
    """State of the centre of mass along one axis of the floor.

    Attributes:
        position: Position, m.
        speed: Velocity, m/s.
        acceleration: Acceleration, m/s2.
    """

    position: float = 0.0
    speed: float = 0.0
    acceleration: float = 0.0

    def advance(self, jerk: float, time: float) -> None:
        """Advance by a time, s, with a constant jerk, m/s3."""
        half, sixth = 0.5 * time * time, time * time * time / 6.0
        self.position += time * self.speed + half * self.acceleration + sixth * jerk
        self.speed += time * self.acceleration + half * jerk
        self.acceleration += time * jerk


class PreviewMatrices:
    """Mapping from a state and the jerks of N samples to their zero moment points.

    Attributes:
        state: Z = state (c, c', c'') + jerk u; (N, 3).
        jerk: (N, N), lower triangular.
    """

    def __init__(self, samples: int, sample: float, height: float) -> None:
        """Build the matrices.

        Args:
            samples: Number of samples, N.
            sample: Duration of a sample, s.
            height: Height of the centre of mass above the floor, m.
        """
        t, lever = sample, height / GRAVITY
        steps = np.arange(1, samples + 1, dtype=np.float64)
        back = steps[:, None] - steps[None, :]
        place = np.where(back >= 0, (1.0 + 3.0 * back + 3.0 * back**2) * t**3 / 6.0, 0.0)
        acceleration = np.where(back >= 0, t, 0.0)
        self.state: Final[Matrix] = np.stack(
            [np.ones(samples), steps * t, (steps * t) ** 2 / 2.0 - lever], axis=1
        )
        self.jerk: Final[Matrix] = place - lever * acceleration
