"""Limits of a drive, and the move config that sets them. Source: NAOqi, drive parameters."""

import math
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Final

from annotated_types import Gt

from hardware.units import PositiveAcceleration, PositiveSpeed, Unit
from motions.locomotion.config import clipped, pairs_of
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class DriveLimits:
    """Limits of a drive.

    Attributes:
        velocity: Velocity in the plane, m/s.
        acceleration: Acceleration in the plane, m/s2.
        jerk: Jerk in the plane, m/s3.
        turn_velocity: Turn rate, rad/s.
        turn_acceleration: Turn acceleration, rad/s2.
        turn_jerk: Turn jerk, rad/s3.
    """

    velocity: PositiveSpeed
    acceleration: PositiveAcceleration
    jerk: Annotated[float, Unit("m_per_s3"), Gt(0.0)]
    turn_velocity: Annotated[float, Unit("rad_per_s"), Gt(0.0)]
    turn_acceleration: Annotated[float, Unit("rad_per_s2"), Gt(0.0)]
    turn_jerk: Annotated[float, Unit("rad_per_s3"), Gt(0.0)]

    def scaled(self, share: float) -> "DriveLimits":
        """Return all limits multiplied by a share."""
        return DriveLimits(*(share * getattr(self, field.name) for field in fields(self)))

    def bounded(self, forward: float, left: float, turn: float) -> tuple[float, float, float]:
        """Return a velocity, m/s and rad/s, scaled to the limit in the same direction."""
        norm = math.hypot(forward, left)
        share = min(1.0, self.velocity / norm) if norm > 0.0 else 1.0
        fastest = self.turn_velocity
        return share * forward, share * left, clamp(turn, -fastest, fastest)


@dataclass(frozen=True, slots=True)
class DriveParameters:
    """The drive of a robot.

    Attributes:
        default: Values where a command sets nothing.
        least: Smallest values that may be set.
        most: Largest values that may be set.
    """

    default: DriveLimits
    least: DriveLimits
    most: DriveLimits


DRIVE_KEYS: Final = {
    "MaxVelXY": "velocity",
    "MaxAccXY": "acceleration",
    "MaxJerkXY": "jerk",
    "MaxVelTheta": "turn_velocity",
    "MaxAccTheta": "turn_acceleration",
    "MaxJerkTheta": "turn_jerk",
}
"""Names of the parameters that a command may set."""
OLD_DRIVE_KEYS: Final = {
    f"Max{what}{axis}": DRIVE_KEYS[f"Max{what}XY"]
    for what in ("Vel", "Acc", "Jerk")
    for axis in "XY"
}
"""Deprecated names of single axes, which now limit the plane."""


def read_drive_config(entries: Any, drive: DriveParameters) -> tuple[DriveLimits, tuple[str, ...]]:
    """Return the limits that a move config sets, and warnings on ignored or clipped values.

    A deprecated name sets the plane unless the new one does.

    Args:
        entries: Pairs of a name and a number.
        drive: Defaults and ranges.

    Raises:
        MoveConfigError: If an entry is no pair, or its value no finite number.
    """
    new: dict[str, float] = {}
    old: dict[str, float] = {}
    warnings: list[str] = []
    for key, value in pairs_of(entries):
        name = DRIVE_KEYS.get(key) or OLD_DRIVE_KEYS.get(key)
        if name is None:
            warnings.append(f"'{key}' is ignored; a drive knows {', '.join(DRIVE_KEYS)}")
            continue
        least, most = getattr(drive.least, name), getattr(drive.most, name)
        allowed = clipped(key, value, least, most, warnings)
        if key in OLD_DRIVE_KEYS:
            warnings.append(f"{key} is deprecated; it now limits motion in the plane")
            old[name] = min(allowed, old.get(name, allowed))
        else:
            new[name] = allowed
    return replace(drive.default, **{**old, **new}), tuple(warnings)
