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
    """Learning of the errors of short steps.

    Attributes:
        share: Share of a step's error that is added to the correction of the same foot.
        short: Steps over more than this are not learnt from: their errors have other causes, m.
        little: Nor are steps that turn by more than this, rad.
        most: Largest correction, m.
        most_turn: Largest correction of the heading, rad.
    """

    share: Ratio
    short: Length
    little: Angle
    most: Length
    most_turn: Angle


@dataclass(frozen=True, slots=True)
class LastMissParameters:
    """How far a measured error of the last step is trusted, which each leg measures differently.

    Attributes:
        doubted: Share of the error that is attributed to the measurement.
        most: Largest distance attributed to it, m.
        most_turn: Largest turn attributed to it, rad.
    """

    doubted: Ratio
    most: Length
    most_turn: Angle


@dataclass(frozen=True, slots=True)
class ClosingParameters:
    """The closing step of a path to a pose.

    Attributes:
        sways: Distance the robot moves ahead from the end of its last step until it stands, m.
        forward: Largest closing step ahead or back, m.
        aside: Largest closing step sideways, m.
        turn: Largest turn of the closing step, rad: standing brings the feet together.
    """

    sways: Length
    forward: Length
    aside: Length
    turn: Angle


@dataclass(frozen=True, slots=True)
class ErrandParameters:
    """When an errand closes and reopens.

    Attributes:
        inside_steps: It closes after this many consecutive steps inside the tolerance ...
        sure: ... or after one inside this share of it.
        reopen: It reopens outside this multiple of the tolerance.
        sway: Sway of the torso about its planned heading, by which the view of a point of interest
            is narrowed, rad.
        settles: Time after the last step during which the reopening tolerance applies, s.
        passed_within: A place on the way counts as passed within this distance, m.
        misses: Learning of the errors of short steps.
        last_miss: How far a measured error of the last step is trusted.
        closing: The closing step of a path to a pose.
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
    """Choice of the heading while walking to a pose.

    Attributes:
        view: Largest bearing of the point of interest, rad.
        view_spare: Margin by which turns to the final heading keep it further inside, rad.
        diagonal: Largest angle between heading and path when walking forward, rad.
        turn_price: Cost of a turn while walking, as a share of the steps that it takes on the spot.
        worth: Steps that a turn must save beyond its price.
        worth_in_detour: The same while an obstacle is passed.
        worth_of_return: The same for a turn in the other sense than the last one.
        turn_rate: Turn per step towards a heading that would save all steps, rad; it decreases with
            the root of the saved share.
        end_rate: Turn per step left to the last steps, for the turn to the final heading, rad.
        blind_within: Within this distance of the end the point of interest is ignored, m.
        close: Within this distance of the end the robot only turns to the final heading, m.
        nearly_back: A turn in the other sense by more than this is continued in the present sense
            instead, rad, as half turns to either side are equivalent.
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
    """Sidesteps turn only by what the closing step after them cannot.

    Attributes:
        active: Whether they do; otherwise every step turns by the wanted angle.
        beyond: Sideways distance to the end above which this applies, m.
    """

    active: bool
    beyond: Length


@dataclass(frozen=True, slots=True)
class SoftStopParameters:
    """Splitting of the last long step of a path in two.

    Attributes:
        above: It applies to steps longer than this share of the longest ...
        below: ... that leave less than this share of the longest.
        factor: Factor on the length of such a step.
    """

    above: Ratio
    below: Ratio
    factor: Ratio

    def __post_init__(self) -> None:
        if self.below > self.above:
            raise ValueError(
                f"'below' must be at most 'above', {self.above:g}: the remainder is shorter than "
                f"the step before it (got {self.below:g})"
            )


@dataclass(frozen=True, slots=True)
class ObstacleParameters:
    """Avoidance of obstacles.

    Attributes:
        robot_radius: Distance that the robot's centre keeps from obstacles, m.
        smallest: Enlarged circles whose radius is limited to less than this by an end near their
            centre are ignored, m.
        most: Number of obstacles considered, the nearest ones.
        foresight: Moving obstacles that are met later than this are ignored, s.
        side_price: Distance that a change of the side must save, m.
        same_within: Obstacles within this distance of an earlier one are taken for the same, m.
        arc_within: Within this distance of the tangent point the path follows the circle, m.
        ahead_on_arc: Angle by which the point to walk to is then ahead on the circle, rad.
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
        turn_later: Turns of sidesteps.
        sense_from: Smaller turns do not set the sense of turning, rad.
        heading: Choice of the heading on the way.
        damping: Damping of alternating turns.
        soft_stop: The last steps.
        obstacles: Avoidance of obstacles.
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
        distance: Least distance between the centres of robot and ball, m.
        unseen: Ages of the last sighting at which the distance begins and ends to grow, s.
        growth: Largest growth of the distance, m.
        sideways_within: With an older sighting the robot does not walk sideways, s.
        hurried_within: Within this distance of a recently seen ball, steps start faster, m.
    """

    distance: PositiveLength
    unseen: Annotated[tuple[float, float], Unit("ms"), Ordered()]
    growth: Length
    sideways_within: Milliseconds
    hurried_within: Length


@dataclass(frozen=True, slots=True)
class InsideStepParameters:
    """Adaptation of the running step to the ball.

    Attributes:
        active: Whether the running step follows the ball.
        after: Time from its beginning until it does, s.
        speed: Largest sideways speed of its end, m/s.
    """

    active: bool
    after: Milliseconds
    speed: PositiveSpeed


@dataclass(frozen=True, slots=True)
class InterceptParameters:
    """Moving a foot into the path of a rolling ball.

    Attributes:
        hit_point: Distance in front of the robot's centre at which it should meet the ball, m.
        soon: With less time left, the feet move no further than they must, s.
        foot: Distance to the side and ahead of the hit point up to which the feet stop a ball, m.
        overlap: Part of a foot that must be in the ball's path, m.
        step_back: Step back for a ball that arrives soon, nearer than the hit point, m.
        forward: Range of the forward step for a ball that arrives soon, m.
        in_time: The same for a ball to kick, so that the kicking foot is next in time, m.
        steep: A ball whose velocity is at a smaller angle is met with a turn, rad: pi is head-on.
        turn: Largest such turn, rad.
        interrupts_within: Distance to the feet at which a ball must pass to interrupt a walk, m.
        inside_step: Adaptation of the running step to the ball.
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
    interrupts_within: PositiveLength
    inside_step: InsideStepParameters


@dataclass(frozen=True, slots=True)
class OutOfLineParameters:
    """Clearing the line of a ball that rolls to the goal.

    Attributes:
        within: Distance from the line within which the robot leaves it, m.
        away: Distance of the point to walk to, m.
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
        errand: When an errand closes and reopens.
        to_pose: Walking to a pose.
        to_ball: Walking to a pose beside the ball.
        intercept: Intercepting a ball.
        out_of_line: Clearing the line of a ball.
        free_ball: Freeing a ball between the feet.
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
                f"({math.degrees(view):g} deg): it narrows the view "
                f"(got {math.degrees(sway):g} deg)"
            )
