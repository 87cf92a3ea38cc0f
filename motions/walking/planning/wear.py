"""Speed limits by joint wear and by the temperature of the legs."""

from dataclasses import dataclass

from hardware.units import PositiveRatio
from motions.request_limits import PositiveTurningSpeed, PositiveWalkingSpeed


@dataclass(frozen=True, slots=True)
class Speeds:
    """Largest speed in each direction.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
        turn: rad/s.
    """

    forward: PositiveWalkingSpeed
    backward: PositiveWalkingSpeed
    side: PositiveWalkingSpeed
    turn: PositiveTurningSpeed

    def times(self, share: float) -> "Speeds":
        """Return all speeds multiplied by a share."""
        return Speeds(
            share * self.forward, share * self.backward, share * self.side, share * self.turn
        )


@dataclass(frozen=True, slots=True)
class SlowWhenWornParameters:
    """Speed limits by wear.

    Attributes:
        active: Whether a worn robot is limited to lower speeds.
    """

    active: bool


@dataclass(frozen=True, slots=True)
class SlowWhenHotParameters:
    """Speed limits by the temperature of the leg motors.

    Attributes:
        active: Whether a robot with warm legs is limited to lower speeds.
        share: Share of the profile's speeds that remains.
    """

    active: bool
    share: PositiveRatio


def speeds_for(fastest: Speeds, worn: Speeds, quality: float) -> Speeds:
    """Return the speed limits of a robot by interpolating over its quality.

    Args:
        fastest: Limits of a sound robot.
        worn: Limits of a worn-out one.
        quality: Hardware quality, 0..1.
    """
    wear = 1.0 - quality
    return Speeds(
        quality * fastest.forward + wear * worn.forward,
        quality * fastest.backward + wear * worn.backward,
        quality * fastest.side + wear * worn.side,
        quality * fastest.turn + wear * worn.turn,
    )
