"""Parameters of the states themselves: `config/states.yaml`."""

from dataclasses import dataclass

from hardware.units import Percent, Time
from motions.picked_up import ReturnParameters


@dataclass(frozen=True, slots=True)
class FaultParameters:
    """Behaviour after a defect.

    Attributes:
        stiffness: Initial stiffness, which damps the robot, 0..1.
        limp_after: Time after which it goes limp, s.
    """

    stiffness: Percent
    limp_after: Time


@dataclass(frozen=True, slots=True)
class FreezeParameters:
    """Largest stiffness in Freeze.

    Attributes:
        hold: Stiffness of an upright robot, 0..1.
        tilted: Stiffness of a tilted robot, 0..1.
    """

    hold: Percent
    tilted: Percent


@dataclass(frozen=True, slots=True)
class StandParameters:
    """Behaviour of a standing robot.

    Attributes:
        delay_first_step: A walk delay precedes the first step.
        high_after_quiet: Time of quiet gyros after which it may stand high, s.
    """

    delay_first_step: bool
    high_after_quiet: Time


@dataclass(frozen=True, slots=True)
class AnnouncementParameters:
    """Intervals of announcements.

    Attributes:
        hold_upright: Time between two requests to hold the limp robot upright, s.
        help: Time between two calls for help, s.
        no_way: Time between two announcements of a walk that is slow or without progress, s.
    """

    hold_upright: Time
    help: Time
    no_way: Time


@dataclass(frozen=True, slots=True)
class StateParameters:
    """All parameters of the file.

    Attributes:
        fault: Behaviour after a defect.
        freeze: Stiffness in Freeze.
        stand: Behaviour of a standing robot.
        announce: Intervals of announcements.
        picked_up: Return of the feet in the air.
    """

    fault: FaultParameters
    freeze: FreezeParameters
    stand: StandParameters
    announce: AnnouncementParameters
    picked_up: ReturnParameters
