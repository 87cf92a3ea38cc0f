"""Parameters of the generators of steps: `config/generators.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from hardware.units import (
    Angle,
    Length,
    PositiveAngle,
    Ratio,
    Unit,
)

Factor = Annotated[float, Unit(""), Gt(0.0)]


@dataclass(frozen=True, slots=True)
class ErrandParameters:
    """When an errand is over.

    Attributes:
        inside_steps: So many steps in a row have ended inside the tolerance.
        reopen: It is open again at so many times the tolerance.
    """

    inside_steps: Annotated[int, Unit(""), Ge(1)]
    reopen: Annotated[float, Unit(""), Ge(1.0)]


@dataclass(frozen=True, slots=True)
class WalkingHeadingParameters:
    """Which way a robot looks while it walks somewhere.

    Attributes:
        view: How far the point of interest may be from straight ahead, rad.
        diagonal: How far a way that is walked forward may be from straight ahead, rad.
        turn_price: Steps that a turn costs beside a way, as a share of those that it takes alone.
        turn_rate: Turn of a step towards a heading that doubles the speed without end, rad: less
            for a heading that is worth less.
        end_rate: Turn per step that is left to the last steps, rad: what the way's end looks like.
        close: Nearer than this the robot only turns to the end's heading, m.
    """

    view: PositiveAngle
    diagonal: PositiveAngle
    turn_price: Ratio
    turn_rate: PositiveAngle
    end_rate: PositiveAngle
    close: Length


@dataclass(frozen=True, slots=True)
class TurnDampingParameters:
    """Turns to and fro, each taking back the one before, become smaller.

    Attributes:
        from_turn: Smaller turns are none, rad.
        leftover: Two turns take each other back if no more than this is left, rad.
        share: Of a turn that each such pair takes away.
        most: At most this much is taken away: a robot that only turns must come to its end.
    """

    from_turn: Angle
    leftover: Angle
    share: Ratio
    most: Ratio


@dataclass(frozen=True, slots=True)
class SoftStopParameters:
    """The last long step of a way is divided in two.

    Attributes:
        above: Longer steps, as shares of the longest.
        below: ... that leave less than this share of the longest ...
        factor: ... become so much shorter.
    """

    above: Ratio
    below: Ratio
    factor: Ratio


@dataclass(frozen=True, slots=True)
class ToPoseParameters:
    """Walking to a pose.

    Attributes:
        postponed_from: Beyond this way aside, a turn waits for the step that closes, m.
        heading: Which way the robot looks meanwhile.
        damping: Of turns to and fro.
        soft_stop: The last steps.
    """

    postponed_from: Length
    heading: WalkingHeadingParameters
    damping: TurnDampingParameters
    soft_stop: SoftStopParameters


@dataclass(frozen=True, slots=True)
class GeneratorParameters:
    """All generators.

    Attributes:
        errand: When there is way to go.
        to_pose: Walking to a pose.
    """

    errand: ErrandParameters
    to_pose: ToPoseParameters
