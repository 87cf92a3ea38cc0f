"""How fast a robot may walk: the less play its joints have, the faster; with warm legs, slower."""

from dataclasses import dataclass

from hardware.units import PositiveAngularSpeed, PositiveRatio, PositiveSpeed


@dataclass(frozen=True, slots=True)
class Speeds:
    """Fastest walk in each direction.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
        turn: rad/s.
    """

    forward: PositiveSpeed
    backward: PositiveSpeed
    side: PositiveSpeed
    turn: PositiveAngularSpeed

    def times(self, share: float) -> "Speeds":
        """Return a share of each."""
        return Speeds(
            share * self.forward, share * self.backward, share * self.side, share * self.turn
        )


@dataclass(frozen=True, slots=True)
class SlowWhenWornParameters:
    """Speed by wear.

    Attributes:
        active: A worn robot may ask for less; otherwise all are as fast as the profile says.
    """

    active: bool


@dataclass(frozen=True, slots=True)
class SlowWhenHotParameters:
    """Speed by the temperature of the legs' motors.

    Attributes:
        active: A robot with warm legs may ask for less.
        share: What is left of the profile then.
    """

    active: bool
    share: PositiveRatio


def speeds_for(fastest: Speeds, worn: Speeds, quality: float) -> Speeds:
    """Return what a robot may ask for.

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
