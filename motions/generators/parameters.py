"""Parameters of the generators of steps: `config/generators.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from hardware.units import (
    Angle,
    Length,
    PositiveAngle,
    PositiveLength,
    Ratio,
    Unit,
)

Factor = Annotated[float, Unit(""), Gt(0.0)]


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
        turns_back_above: Nearer than this the robot does not turn away from the last heading to see
            what is of interest, m.
        close: Nearer than this the robot only turns to the end's heading, m.
    """

    view: PositiveAngle
    diagonal: PositiveAngle
    turn_price: Ratio
    turn_rate: PositiveAngle
    end_rate: PositiveAngle
    turns_back_above: Length
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
class ObstacleParameters:
    """Going round obstacles.

    Attributes:
        robot_radius: What the robot's middle keeps away from them, m.
        smallest: Circles that are left smaller than this, with the robot or the end in their
            middle, stand in no way, m.
        most: So many obstacles are gone round, the nearest ones.
        side_price: A change of the side must save more than this, m.
        same_within: An obstacle is taken for one of before within this distance, m.
        arc_within: So far before it touches a circle the way goes on around it, m.
        ahead_on_arc: It leads to a point so much further around, rad.
    """

    robot_radius: PositiveLength
    smallest: PositiveLength
    most: Annotated[int, Unit(""), Gt(0)]
    side_price: Length
    same_within: Length
    arc_within: Length
    ahead_on_arc: PositiveAngle


@dataclass(frozen=True, slots=True)
class ToPoseParameters:
    """Walking to a pose.

    Attributes:
        postponed_from: Beyond this way aside, a turn waits for the step that closes, m.
        sense_from: Smaller turns do not say to which side a half turn goes on, rad.
        heading: Which way the robot looks meanwhile.
        damping: Of turns to and fro.
        soft_stop: The last steps.
        obstacles: On the way.
    """

    postponed_from: Length
    sense_from: Angle
    heading: WalkingHeadingParameters
    damping: TurnDampingParameters
    soft_stop: SoftStopParameters
    obstacles: ObstacleParameters


@dataclass(frozen=True, slots=True)
class GeneratorParameters:
    """All generators.

    Attributes:
        to_pose: Walking to a pose.
    """

    to_pose: ToPoseParameters
