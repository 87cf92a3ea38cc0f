"""Parameters of the generators of steps: `config/generators.yaml`."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from hardware.units import (
    Angle,
    Length,
    LengthRange,
    Milliseconds,
    Ordered,
    PositiveAngle,
    PositiveLength,
    PositiveSpeed,
    PositiveTime,
    Ratio,
    Time,
    Unit,
)
from motions.generators.damping import TurnDampingParameters

Steps = Annotated[float, Unit(""), Ge(0.0)]


@dataclass(frozen=True, slots=True)
class MissParameters:
    """How short steps are learnt from.

    Attributes:
        share: Of what a step has missed in what the next one of the foot is aimed past.
        short: Longer steps miss by other things, m ...
        little: ... and steps that turn by more, rad.
        most: Largest correction, m ...
        most_turn: ... and rad.
    """

    share: Ratio
    short: Length
    little: Angle
    most: Length
    most_turn: Angle


@dataclass(frozen=True, slots=True)
class LastMissParameters:
    """What is believed of a miss of the last step, which either leg measures in its own way.

    Attributes:
        doubted: Share of the miss that is laid to the measurement.
        most: No more than this is, m ...
        most_turn: ... and rad.
    """

    doubted: Ratio
    most: Length
    most_turn: Angle


@dataclass(frozen=True, slots=True)
class ClosingParameters:
    """How a way to a pose ends.

    Attributes:
        sways: So far the robot moves ahead from the end of its last step until it stands, m.
        forward: The closing step goes so far ahead or back at most, m ...
        aside: ... so far aside, m ...
        turn: ... and turns by so much, rad: standing brings the feet together.
    """

    sways: Length
    forward: Length
    aside: Length
    turn: Angle


@dataclass(frozen=True, slots=True)
class ErrandParameters:
    """When an errand is over.

    Attributes:
        inside_steps: So many steps in a row have ended inside the tolerance ...
        sure: ... or one inside this share of it.
        reopen: It is open again at so many times the tolerance.
        sway: By so much the torso turns beside its plan: a point of interest is kept this much
            further inside the view, rad.
        settles: So long after the last step nothing finer is asked, s.
        passed_within: A place on the way has been passed nearer than this, m.
        misses: How short steps are learnt from.
        last_miss: What is believed of a miss of the last step.
        closing: How a way to a pose ends.
    """

    inside_steps: Annotated[int, Unit(""), Ge(1)]
    sure: Ratio
    reopen: Annotated[float, Unit(""), Ge(1.0)]
    sway: Angle
    settles: Time
    passed_within: PositiveLength
    misses: MissParameters
    last_miss: LastMissParameters
    closing: ClosingParameters


@dataclass(frozen=True, slots=True)
class WalkingHeadingParameters:
    """Which way a robot looks while it walks somewhere.

    Attributes:
        view: How far the point of interest may be from straight ahead, rad.
        view_spare: Turns to the last heading keep it further inside by so much, rad.
        diagonal: How far a way that is walked forward may be from straight ahead, rad.
        turn_price: Steps that a turn costs beside a way, as a share of those that it takes alone.
        worth: A turn must save more steps than this beside its price.
        worth_in_detour: ... while an obstacle is passed.
        worth_of_return: ... and a turn to the other side than the last one this many.
        turn_rate: Turn of a step towards a heading that doubles the speed without end, rad: less
            for a heading that is worth less.
        end_rate: Turn per step that is left to the last steps, rad: what the way's end looks like.
        blind_within: Nearer than this the robot no longer turns to what is of interest, m.
        close: Nearer than this the robot only turns to the end's heading, m.
        nearly_back: A turn back by more than this goes on the way it began, rad: half turns to
            either side are alike.
    """

    view: PositiveAngle
    view_spare: Angle
    diagonal: PositiveAngle
    turn_price: Ratio
    worth: Steps
    worth_in_detour: Steps
    worth_of_return: Steps
    turn_rate: PositiveAngle
    end_rate: PositiveAngle
    blind_within: Length
    close: Length
    nearly_back: PositiveAngle

    def __post_init__(self) -> None:
        if self.view_spare >= self.view:
            raise ValueError(
                f"view_spare must be less than view ({math.degrees(self.view):g} deg), "
                f"which it narrows (got {math.degrees(self.view_spare):g} deg)"
            )


@dataclass(frozen=True, slots=True)
class TurnLaterParameters:
    """A step aside turns only by what the closing step after it cannot do.

    Attributes:
        active: It does; otherwise every step turns as far as it is worth.
        beyond: Ways aside that are longer than this, m.
    """

    active: bool
    beyond: Length


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

    def __post_init__(self) -> None:
        if self.below > self.above:
            raise ValueError(
                f"'below' must be at most 'above', {self.above:g}: what is left is shorter than "
                f"the step before it (got {self.below:g})"
            )


@dataclass(frozen=True, slots=True)
class ObstacleParameters:
    """Going round obstacles.

    Attributes:
        robot_radius: What the robot's middle keeps away from them, m.
        smallest: Circles that are left smaller than this, with the robot or the end in their
            middle, stand in no way, m.
        most: So many obstacles are gone round, the nearest ones.
        foresight: Who moves is gone round from so long before it is met, s.
        side_price: A change of the side must save more than this, m.
        same_within: An obstacle is taken for one of before within this distance, m.
        arc_within: So far before it touches a circle the way goes on around it, m.
        ahead_on_arc: It leads to a point so much further around, rad.
    """

    robot_radius: PositiveLength
    smallest: PositiveLength
    most: Annotated[int, Unit(""), Gt(0)]
    foresight: PositiveTime
    side_price: Length
    same_within: Length
    arc_within: Length
    ahead_on_arc: PositiveAngle


@dataclass(frozen=True, slots=True)
class ToPoseParameters:
    """Walking to a pose.

    Attributes:
        turn_later: After a step aside.
        sense_from: Smaller turns do not say to which side a half turn goes on, rad.
        heading: Which way the robot looks meanwhile.
        damping: Of turns to and fro.
        soft_stop: The last steps.
        obstacles: On the way.
    """

    turn_later: TurnLaterParameters
    sense_from: Angle
    heading: WalkingHeadingParameters
    damping: TurnDampingParameters
    soft_stop: SoftStopParameters
    obstacles: ObstacleParameters


@dataclass(frozen=True, slots=True)
class ToBallParameters:
    """Walking to a pose beside the ball without touching it.

    Attributes:
        distance: The robot's middle stays so far from the ball's at least, m.
        unseen: ... and further when the ball has not been seen for so long, begin and end, s,
        growth: by up to this, m.
        sideways_within: A ball that was not seen for longer is not walked to sideways, s.
        hurried_within: Nearer to a ball that was seen, steps start faster, m.
    """

    distance: PositiveLength
    unseen: Annotated[tuple[float, float], Unit("ms"), Ordered()]
    growth: Length
    sideways_within: Milliseconds
    hurried_within: Length


@dataclass(frozen=True, slots=True)
class InsideStepParameters:
    """A running step follows the ball.

    Attributes:
        active: It does.
        after: Since its beginning, s.
        speed: With which its end moves aside, m/s.
    """

    active: bool
    after: Milliseconds
    speed: PositiveSpeed


@dataclass(frozen=True, slots=True)
class InterceptParameters:
    """Getting a foot into the way of a rolling ball.

    Attributes:
        hit_point: Where the ball shall come, in front of the robot's middle, m.
        soon: With less time left, the foot goes no further than it must, s.
        foot: As far aside and ahead of the point where it shall come the feet stop a ball, m.
        overlap: So much of a foot must be in its way, m.
        step_back: A ball that comes soon, and near, is met with a step back of this, m.
        forward: How far a step goes back and forward for a ball that comes soon, m.
        in_time: The same for a ball that is kicked, so that its foot comes in time, m.
        steep: A ball whose direction is less than this is met with a turn, rad: pi comes head-on.
        turn: Of that much, rad.
        inside_step: Whether the running step follows a ball that comes elsewhere.
    """

    hit_point: PositiveLength
    soon: PositiveTime
    foot: PositiveLength
    overlap: Length
    step_back: Length
    forward: LengthRange
    in_time: LengthRange
    steep: PositiveAngle
    turn: PositiveAngle
    inside_step: InsideStepParameters


@dataclass(frozen=True, slots=True)
class OutOfLineParameters:
    """Out of the way of a ball that rolls to the goal.

    Attributes:
        within: Nearer to its line the robot gets out of it, m.
        away: It walks to a point so far from the line, m.
    """

    within: PositiveLength
    away: PositiveLength


@dataclass(frozen=True, slots=True)
class FreeBallParameters:
    """A ball that is stuck between the feet.

    Attributes:
        aligned: A direction within this needs no turn, rad.
    """

    aligned: PositiveAngle


@dataclass(frozen=True, slots=True)
class GeneratorParameters:
    """All generators.

    Attributes:
        errand: When there is a way to go.
        to_pose: Walking to a pose.
        to_ball: ... beside a ball.
        intercept: Stopping a ball.
        out_of_line: Out of its way.
        free_ball: Getting it out from between the feet.
    """

    errand: ErrandParameters
    to_pose: ToPoseParameters
    to_ball: ToBallParameters
    intercept: InterceptParameters
    out_of_line: OutOfLineParameters
    free_ball: FreeBallParameters

    def __post_init__(self) -> None:
        view, sway = self.to_pose.heading.view, self.errand.sway
        if sway >= view:
            raise ValueError(
                f"errand.sway must be less than to_pose.heading.view "
                f"({math.degrees(view):g} deg): it narrows what is seen "
                f"(got {math.degrees(sway):g} deg)"
            )
