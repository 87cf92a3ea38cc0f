"""Inputs of the step generators, all in the zero-step frame of the coming step.

The zero-step frame is where the robot would be if the swing foot closed up to the support foot: the
centre of the hips over the stance, with the heading of the support sole. A zero step ends in its
origin, a step of (x, y, turn) in that pose, so a pose within reach is itself a step.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.destinations import PathShape, SideWalking, SpeedShare
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation in which the coming step is planned.

    Attributes:
        swing: The foot that will swing; it only steps outwards.
        last: The step before; `Step()` after standing.
        limits: Limits of a step.
        obstacles: Standing and moving obstacles, predicted to the present; with their own radius.
        ball: The ball at present; None if none is known.
        ball_age: Time since it was seen, s.
    """

    swing: Side
    last: Step
    limits: StepLimits
    obstacles: tuple[Circle, ...] = ()
    ball: RollingBall | None = None
    ball_age: float = 0.0


@dataclass(frozen=True, slots=True)
class PoseTarget:
    """A pose to walk to.

    Attributes:
        pose: Final pose, m and rad.
        interest: Point that the camera should see on the way; None for none, which is fastest.
        keep_rotation: Turn to the final heading at once, whatever the path.
        side_walking: Whether the robot may walk sideways.
        share: Shares of the profile's speeds.
        sway: Sway of the torso about its plan, by which the view is narrowed, rad.
        path: Shape of the path.
    """

    pose: Pose2
    interest: FlatPoint | None = None
    keep_rotation: bool = False
    side_walking: SideWalking = SideWalking.ALLOWED
    share: SpeedShare = SpeedShare()
    sway: float = 0.0
    path: PathShape = PathShape.FEWEST_STEPS


@dataclass(frozen=True, slots=True)
class KickedAway:
    """Where and when an approaching ball is kicked.

    Attributes:
        ahead: Distance of the ball ahead of the robot then, m.
        beside: Its sideways distance from the robot's centre, to the side of the kicking foot, m.
        touch: Time of the contact after the beginning of the kick's step, s.
        step: Duration of a step before the kick, s.
    """

    ahead: float
    beside: float
    touch: float
    step: float
