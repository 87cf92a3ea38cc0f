"""Everything in `config/states.yaml`: what the states do themselves."""

from dataclasses import dataclass

from hardware.units import Percent, Time
from motions.picked_up import ReturnParameters


@dataclass(frozen=True, slots=True)
class FaultParameters:
    """How a robot with a defect behaves.

    Attributes:
        stiffness: Stiffness that damps the robot at first, 0..1.
        limp_after: Time after which it goes limp, s.
    """

    stiffness: Percent
    limp_after: Time


@dataclass(frozen=True, slots=True)
class FreezeParameters:
    """How stiff a robot without a link is.

    Attributes:
        hold: Upright, 0..1.
        tilted: When its torso has tilted, 0..1.
    """

    hold: Percent
    tilted: Percent


@dataclass(frozen=True, slots=True)
class StandParameters:
    """What a standing robot waits for before it does something else.

    Attributes:
        delay_first_step: The first step is preceded by a walk delay.
        high_after_quiet: Time of quiet gyros after which it may stand high, s.
    """

    delay_first_step: bool
    high_after_quiet: Time


@dataclass(frozen=True, slots=True)
class AnnouncementParameters:
    """How often people are asked or told something.

    Attributes:
        hold_upright: Between two requests to hold the limp robot upright, s.
        help: Between two calls for help, s.
        no_way: Between two words of a walk that makes no headway, s.
    """

    hold_upright: Time
    help: Time
    no_way: Time


@dataclass(frozen=True, slots=True)
class StateParameters:
    """The file as a whole.

    Attributes:
        fault: A robot with a defect.
        freeze: A robot without a link.
        stand: A robot that stands.
        announce: How often people are asked for help.
        picked_up: Return of the feet in the air.
    """

    fault: FaultParameters
    freeze: FreezeParameters
    stand: StandParameters
    announce: AnnouncementParameters
    picked_up: ReturnParameters
