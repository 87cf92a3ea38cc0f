"""What a generator of steps knows: all of it in the zero-step frame of the coming step.

The zero-step frame is where the robot would be if the swing foot closed up to the support foot: the
hips' middle over the stance, the heading of the support sole. A step of zero ends in its origin, a
step of (x, y, turn) in that pose, so a target within reach is a step.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.destinations import SideWalking, SpeedShare
from motions.kinematics.geometry import Pose2
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class BallAhead:
    """The ball where it is now.

    Attributes:
        position: Its middle over the floor, m.
        velocity: m/s.
        age: Since it was seen, s.
        deceleration: While it rolls, m/s2.
    """

    position: FlatPoint
    velocity: tuple[float, float]
    age: float
    deceleration: float


@dataclass(frozen=True, slots=True)
class Situation:
    """What the coming step is planned in.

    Attributes:
        swing: The foot that will swing; it only steps outwards.
        last: The step before; `Step()` after standing.
        limits: What a step may be.
        obstacles: What stands in the way, or moves, seen or carried on to now; radius of the thing
            itself.
        ball: The ball; None if none is known.
    """

    swing: Side
    last: Step
    limits: StepLimits
    obstacles: tuple[Circle, ...] = ()
    ball: BallAhead | None = None


@dataclass(frozen=True, slots=True)
class PoseTarget:
    """A pose to walk to.

    Attributes:
        pose: Where to end, m and rad.
        interest: What the camera should see on the way; None if nothing, which is the fastest.
        keep_rotation: Turn to the pose's heading at once, whatever the way.
        side_walking: Whether the way may be gone sideways.
        share: Of the profile's speeds.
        sway: By so much the torso turns beside the plan: the interest is kept further inside, rad.
    """

    pose: Pose2
    interest: FlatPoint | None = None
    keep_rotation: bool = False
    side_walking: SideWalking = SideWalking.ALLOWED
    share: SpeedShare = SpeedShare()
    sway: float = 0.0


@dataclass(frozen=True, slots=True)
class KickedAway:
    """From where and when a ball that comes is kicked.

    Attributes:
        ahead: It is so far ahead of the robot then, m.
        beside: And so far beside its middle, before the foot that kicks, m.
        touch: That is so long after the kick's step has begun, s.
        step: So long do the steps before last, s.
    """

    ahead: float
    beside: float
    touch: float
    step: float


@dataclass(frozen=True, slots=True)
class OutOfLineTarget:
    """A ball to let through.

    Attributes:
        goal: Where it shall roll to.
    """

    goal: FlatPoint


@dataclass(frozen=True, slots=True)
class FreeBallTarget:
    """A ball between the feet.

    Attributes:
        direction: To which it shall come free, rad.
    """

    direction: float
