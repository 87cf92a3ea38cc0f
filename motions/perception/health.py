"""Motor heat and battery charge, which make the robot slow down or rest.

Both change within minutes and their sensors are coarse, so a change of state requires several
frames in a row. A robot that reports neither counts as cool and fully charged.
"""

from enum import IntEnum

from hardware.cycle_data import cycle_data
from hardware.robots.model import RobotModel
from motions.perception.frame_check import Checked
from motions.perception.parameters import HealthParameters


class Heat(IntEnum):
    """Thermal state of the leg motors."""

    COOL = 0
    WARM = 1
    HOT = 2


@cycle_data
class Health:
    """Current heat and charge.

    Attributes:
        heat: Thermal state of the leg motors.
        joint: Name of the hottest leg joint; empty before the first frame.
        temperature: Temperature of that joint, degrees Celsius.
        status: Largest temperature status of the leg joints, 0 regular to 3 critically hot.
        charge: Charge of the battery, 0..1.
        empty: Whether the charge is too low to continue.
    """

    heat: Heat = Heat.COOL
    joint: str = ""
    temperature: float = 0.0
    status: int = 0
    charge: float = 1.0
    empty: bool = False

    @property
    def must_rest(self) -> bool:
        """Return whether the robot must sit down."""
        return self.empty or self.heat is Heat.HOT


class HealthWatch:
    """Tracks heat and charge with hysteresis."""

    def __init__(self, parameters: HealthParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._legs = model.leg_joints
        self._names = model.names
        self._heat = Heat.COOL
        self._other_heat = 0
        self._empty = False
        self._other_charge = 0

    def update(self, sensors: Checked) -> Health:
        """Return heat and charge after a frame."""
        temperatures, status = sensors.temperatures, sensors.status
        joint = max(self._legs, key=temperatures.__getitem__)
        temperature = temperatures[joint]
        worst = max([status[leg] for leg in self._legs])
        self._heats(temperature, worst)
        self._drains(sensors.battery_charge)
        return Health(
            self._heat, self._names[joint], temperature, worst, sensors.battery_charge, self._empty
        )

    def _heats(self, temperature: float, status: int) -> None:
        limits = self._parameters
        if status >= 2 or temperature >= limits.hot:
            told = Heat.HOT
        elif status == 1 or temperature >= limits.warm:
            told = max(Heat.WARM, self._heat)  # from HOT, only COOL ends the rest
        elif temperature >= limits.cool:
            told = self._heat
        else:
            told = Heat.COOL
        self._other_heat = self._other_heat + 1 if told is not self._heat else 0
        if self._other_heat >= limits.after:
            self._heat, self._other_heat = told, 0

    def _drains(self, charge: float) -> None:
        limits = self._parameters
        told = charge < (limits.charged if self._empty else limits.empty)
        self._other_charge = self._other_charge + 1 if told is not self._empty else 0
        if self._other_charge >= limits.after:
            self._empty, self._other_charge = told, 0
