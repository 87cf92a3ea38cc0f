"""The charge of the battery: what the robot draws is taken out, if the plant says so."""

from hardware.simulation.plant.parameters import BatteryParameters

_HOUR = 3600.0


class Charge:
    """The charge of a battery.

    Attributes:
        left: 0..1.
    """

    def __init__(self, parameters: BatteryParameters) -> None:
        self._parameters = parameters
        self.left = parameters.charge

    def spend(self, power: float, time: float) -> None:
        """Take out what was drawn: W, for s."""
        battery = self._parameters
        if battery.drains:
            self.left = max(0.0, self.left - power * time / _HOUR / battery.capacity)
