"""The inertial unit's own attitude estimate, which a robot reports beside its raw readings.

According to the maker, the angles come from the accelerometer at rest and from the gyros in motion,
with both fused to prevent drift. It is modelled accordingly: the gyros rotate the vertical; the
accelerometer corrects it, fast at rest, slowly in motion, and less the more its reading deviates
from gravity; at rest the gyro bias is estimated. The unit has its own processor and samples faster
than it reports, so its inputs are the means of a cycle. Its time constants are not published.
"""

import math

from hardware.mounting import tilt
from hardware.sensors_and_commands import CYCLE, GRAVITY
from hardware.simulation.plant.sensors.parameters import AttitudeUnitParameters
from hardware.simulation.plant.sensors.rotations import cross
from hardware.units import Point


class AttitudeUnit:
    """Estimates the vertical in the unit's axes."""

    def __init__(self, parameters: AttitudeUnitParameters) -> None:
        self._parameters = parameters
        self._up: Point = (0.0, 0.0, 1.0)
        self._bias: Point = (0.0, 0.0, 0.0)
        self._still = 0.0

    def rest(self, up: Point, gyro: Point) -> None:
        """Initialise as for a robot that has been at rest for a long time.

        Args:
            up: The vertical in the unit's axes.
            gyro: Gyro readings at rest, rad/s.
        """
        self._up, self._bias = up, gyro
        self._still = self._parameters.still_after

    def update(self, gyro: Point, force: Point) -> tuple[float, float]:
        """Return roll and pitch after a cycle, rad.

        Args:
            gyro: Its mean angular velocity as the unit measures it, rad/s.
            force: Its mean specific force as the unit measures it, m/s2.
        """
        p = self._parameters
        bx, by, bz = self._bias
        wx, wy, wz = gyro[0] - bx, gyro[1] - by, gyro[2] - bz
        norm = math.sqrt(force[0] ** 2 + force[1] ** 2 + force[2] ** 2)
        excess = abs(norm - GRAVITY)
        quiet = excess < p.still_force and max(abs(wx), abs(wy), abs(wz)) < p.still_rate
        self._still = self._still + CYCLE if quiet else 0.0
        at_rest = self._still >= p.still_after
        # A fixed direction turns the opposite way in the unit's axes: up' = up x w, second order.
        turn = wx * CYCLE, wy * CYCLE, wz * CYCLE
        first = cross(self._up, turn)
        second = cross(first, turn)
        ux, uy, uz = (
            up + one + 0.5 * two for up, one, two in zip(self._up, first, second, strict=True)
        )
        trust = 1.0 - excess / p.force_band
        if trust > 0.0:
            # A low pass towards the direction of the force, as a rotation: up x force / |force|.
            gain = CYCLE * trust / (norm * (p.at_rest if at_rest else p.in_motion))
            cx, cy, cz = cross((ux, uy, uz), force)
            if at_rest:
                share = gain / p.bias_time
                self._bias = (bx + share * cx, by + share * cy, bz + share * cz)
            dx, dy, dz = cross((gain * cx, gain * cy, gain * cz), (ux, uy, uz))
            ux, uy, uz = ux + dx, uy + dy, uz + dz
        norm = math.sqrt(ux * ux + uy * uy + uz * uz)
        self._up = (ux / norm, uy / norm, uz / norm)
        return tilt(self._up)
