"""What a robot in physics asks of its motors; `servos.py` has ours, `foreign.py` a model's own."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Motors(Protocol):
    """The motors of one robot. Order in a cycle: `command` if due, `prepare`, physics, `observe`.

    Attributes:
        torque: At the joints, (23,), Nm.
        current: (23,), A.
        voltage: Of the battery under load, V.
        power: Drawn from it, W.
        reported_temperatures: (25,), degrees Celsius.
        status: Temperature status, (25,).
    """

    torque: NDArray[np.float64]
    current: NDArray[np.float64]
    voltage: float
    power: float
    reported_temperatures: tuple[float, ...]
    status: tuple[int, ...]

    def command(self, positions: tuple[float, ...], stiffness: tuple[float, ...]) -> None:
        """Give the motors new targets (rad, as the robot reports them) and stiffness 0..1."""

    def prepare(self) -> None:
        """Set what the motors can give in the coming cycle."""

    def observe(self) -> None:
        """Take torques and currents from the cycle that has passed."""
