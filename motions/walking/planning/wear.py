"""How fast a robot may walk, by how worn it is: the faster, the less play its joints have."""

from dataclasses import dataclass

from hardware.units import AngularSpeed, Speed


@dataclass(frozen=True, slots=True)
class Speeds:
    """Fastest walk in each direction.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
        turn: rad/s.
    """

    forward: Speed
    backward: Speed
    side: Speed
    turn: AngularSpeed


@dataclass(frozen=True, slots=True)
class SlowWhenWornParameters:
    """Speed by wear.

    Attributes:
        active: A worn robot may ask for less; otherwise all are as fast as the profile says.
    """

    active: bool


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
