"""Whether the coming step can make the requested kick, or prepare the step that does.

Unmet conditions are reported with numbers. There is no memory: the same robot, ball and wish give
the same answer.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import Side
from motions.kicks.in_walk_motion import InWalkKick, StepBefore
from motions.kicks.parameters import KickPlace
from motions.kicks.targets import Aim, AimedStep, KickTargets
from motions.kicks.wish import KickAlignment, KickPreStep
from motions.kinematics.geometry import Pose2, wrap_angle
from motions.perception.world import RollingBall
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class KickRequest:
    """A requested in-walk kick.

    Attributes:
        name: Name of the kick.
        place: Where the ball must lie.
        direction: Heading of the ball in the odometry frame, rad.
        precision: Allowed deviation to the right and to the left, rad.
        strength: Strength, 0..1.
        alignment: How precisely the robot positions itself.
        pre_step: Whether a step may prepare the kick.
        ball: The ball, in the odometry frame.
        faster: Largest speed of the ball, m/s; that of the kick's file if None.
    """

    name: str
    place: KickPlace
    direction: float
    precision: tuple[float, float]
    strength: float
    alignment: KickAlignment
    pre_step: KickPreStep
    ball: RollingBall
    faster: float | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """The state at the beginning of the coming step.

    Attributes:
        time: Now, s.
        swing: The foot that will swing.
        frame: The zero-step frame, in the odometry frame.
        last: The step before.
        kicked: Whether that was a kick.
        limits: Limits of a step.
        duration: Duration of a step, s.
        opened: Angle between the feet, positive with the toes apart, rad.
        pitches: Pitch rate of the torso, rad/s.
        sways: Roll rate of the torso towards the support foot, rad/s.
        prepared: Whether the step before prepared this kick.
    """

    time: float
    swing: Side
    frame: Pose2
    last: Step
    kicked: bool
    limits: StepLimits
    duration: float
    opened: float = 0.0
    pitches: float = 0.0
    sways: float = math.inf
    prepared: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """What the coming step can do for a kick.

    Attributes:
        kick: The step that kicks; None if the coming step cannot.
        pre_step: The step that prepares the kick; None if the coming step cannot.
        missing: Unmet conditions of the kick, and of a preparing step if that is not possible
            either, with numbers.
        other: How many of them, the last ones, are those of the preparing step.
    """

    kick: AimedStep | None = None
    pre_step: Step | None = None
    missing: tuple[str, ...] = ()
    other: int = 0

    @property
    def nearest(self) -> tuple[str, ...]:
        """Return the unmet conditions of the kick or of a preparing step, whichever are fewer."""
        direct = len(self.missing) - self.other
        return min(self.missing[:direct], self.missing[direct:] or self.missing, key=len)


def can_start(
    kick: InWalkKick, request: KickRequest, begin: Beginning, targets: KickTargets
) -> Start:
    """Return what the coming step can do: kick, prepare the kick, or neither and why.

    Args:
        kick: Parameters of the kick.
        request: The requested kick.
        begin: The state at the beginning of the coming step.
        targets: Computes the steps.
    """
    if begin.kicked:
        return Start(missing=("a step is required between two kicks",))
    speed = math.hypot(request.ball.vx, request.ball.vy)
    fastest = kick.slower_than if request.faster is None else request.faster
    if speed > fastest:
        return Start(missing=(f"the ball rolls at {speed:.2f} m/s, at most {fastest:.2f}",))
    hidden = _under(request.ball.at(begin.time).seen_from(begin.frame), targets)
    if hidden:
        return Start(missing=(hidden,))
    forced = request.pre_step is KickPreStep.FORCED and not begin.prepared
    direct: tuple[str, ...]
    if forced:
        none = "" if kick.prepared else ", but none exists for this kick"
        direct = (f"a preparatory step is required{none}",)
    else:
        aimed, direct = aim(
            kick, request, begin.swing, begin.time, begin.frame, begin.last, targets
        )
        wanted = kick.asked_before(request.alignment)
        direct += _too_wide(wanted, begin.last.y) + _too_long(wanted, begin.last.x)
        direct += _too_turned(wanted, begin.last.turn)
        direct += _too_closed(request.place, begin.opened) + _too_restless(wanted, begin)
        if not direct:
            return Start(kick=aimed)
    if not kick.prepared or request.pre_step is KickPreStep.FORBIDDEN:
        return Start(missing=direct)
    step, indirect = _prepared(kick, request, begin, targets)
    if not indirect:
        return Start(pre_step=step, missing=direct)
    direct = tuple(f"{_foot(begin.swing)}: {text}" for text in direct)
    indirect = tuple(f"{_foot(begin.swing.other)} after a step: {text}" for text in indirect)
    return Start(missing=direct + indirect, other=len(indirect))


def aim(
    kick: InWalkKick,
    request: KickRequest,
    side: Side,
    begins: float,
    frame: Pose2,
    last: Step,
    targets: KickTargets,
) -> tuple[AimedStep, tuple[str, ...]]:
    """Return the step with which a foot kicks, and the unmet conditions.

    Args:
        kick: Parameters of the kick.
        request: The requested kick.
        side: The kicking foot.
        begins: Time at which the step begins, s.
        frame: Its zero-step frame, in the odometry frame.
        last: The step before, which has left the foot behind.
        targets: Computes the step.
    """
    place = request.place
    ball = request.ball.at(begins + kick.touch).seen_from(frame)
    own = side.sign * place.turn
    direction = own + _off_direction(request, frame.heading + own)
    ahead, outwards = ball.x - place.ball[0], side.sign * ball.y - place.ball[1]
    strength = clamp(request.strength - (ahead + last.x) / kick.evens, 0.0, 1.0)
    aimed = targets.step(kick, Aim(side, (ball.x, ball.y), direction, strength))
    window = kick.windows.of(request.alignment)
    turned = wrap_angle(direction - own)
    missing = [
        *_outside(ahead, place.ahead, window, "further ahead", "nearer"),
        *_outside(outwards, place.aside, window, "further out", "further in"),
    ]
    if abs(turned) > place.turn_within:
        missing.append(
            f"direction {math.degrees(turned):+.0f} deg off, at most "
            f"{math.degrees(place.turn_within):.0f} allowed"
        )
    if aimed.short > kick.cut.way:
        missing.append(f"foot ends {1e3 * aimed.short:.0f} mm short")
    if aimed.unturned > kick.cut.turn:
        missing.append(f"foot turned {math.degrees(aimed.unturned):.0f} deg too little")
    return aimed, tuple(missing)


def _prepared(
    kick: InWalkKick, request: KickRequest, begin: Beginning, targets: KickTargets
) -> tuple[Step, tuple[str, ...]]:
    """Return the step that best brings the ball to its place, and the unmet conditions."""
    side, place, wanted = begin.swing.other, request.place, kick.asked_before(request.alignment)
    begins = begin.time + begin.duration
    ball = request.ball.at(begins + kick.touch).seen_from(begin.frame)
    own = side.sign * place.turn
    opens = begin.swing.sign * place.v_feet[1]
    turn = opens + _off_direction(request, begin.frame.heading + opens + own)
    if opens:  # a robot that has turned too far still opens its toes
        turn = math.copysign(max(begin.swing.sign * turn, abs(opens)), opens)
    inwards, outwards = begin.limits.turn_range()
    to_right, to_left = (inwards, outwards) if begin.swing is Side.LEFT else (outwards, inwards)
    turn = clamp(clamp(turn, -to_right, to_left), -wanted.turn, wanted.turn)
    end = Pose2(ball.x, ball.y, turn) @ Pose2(-place.ball[0], -side.sign * place.ball[1])
    region = begin.limits.region(begin.swing.sign * turn, begin.last.x, hurried=True)
    # A foot only steps outwards.
    # Within the kick's limits: a ball that is nearer because of them is still in its window.
    y = clamp(begin.swing.sign * end.y, 0.0, min(region.side, wanted.aside))
    shortest, longest = wanted.ahead
    back = max(region.back, min(shortest, region.front))
    front = min(region.front, max(longest, region.back))
    step = Step(clamp(end.x, back, front), begin.swing.sign * y, turn)
    after = begin.frame @ Pose2(step.x, step.y, step.turn)
    _, missing = aim(kick, request, side, begins, after, step, targets)
    return step, missing + _too_long(wanted, step.x)


def _off_direction(request: KickRequest, natural: float) -> float:
    """Return the smallest turn of the kick from its natural heading that meets the precision."""
    off = wrap_angle(request.direction - natural)
    low, high = off + request.precision[0], off + request.precision[1]
    return clamp(0.0, low, high)


def _outside(
    value: float,
    allowed: tuple[float, float],
    window: float,
    beyond: str,
    before: str,
) -> list[str]:
    low, high = window * allowed[0], window * allowed[1]
    if low <= value <= high:
        return []
    word, most = (beyond, high) if value > high else (before, low)
    return [
        f"ball {1e3 * abs(value):.0f} mm {word} than nominal, at most {1e3 * abs(most):.0f} allowed"
    ]


def _too_wide(wanted: StepBefore, aside: float) -> tuple[str, ...]:
    """Return the unmet condition after a wide step, which the foot must close first."""
    if abs(aside) <= wanted.aside:
        return ()
    return (
        f"last step {1e3 * abs(aside):.0f} mm sideways, at most {1e3 * wanted.aside:.0f} allowed",
    )


def _too_turned(wanted: StepBefore, turn: float) -> tuple[str, ...]:
    """Return the unmet condition after a turning step, from which the robot still sways."""
    if abs(turn) <= wanted.turn:
        return ()
    turned, most = math.degrees(abs(turn)), math.degrees(wanted.turn)
    return (f"last step turned by {turned:.0f} deg, at most {most:.0f} allowed",)


def _too_closed(place: KickPlace, opened: float) -> tuple[str, ...]:
    """Return the unmet condition on the V of the feet."""
    if place.v_feet[0] == 0.0 or opened >= place.v_feet[0]:
        return ()
    least = math.degrees(place.v_feet[0])
    return (f"toes {math.degrees(opened):.0f} deg apart, at least {least:.0f} needed",)


def _too_restless(wanted: StepBefore, begin: Beginning) -> tuple[str, ...]:
    """Return the unmet conditions on the torso rates, which determine where the foot ends."""
    missing = tuple[str, ...]()
    if abs(begin.pitches) > wanted.pitches:
        rate, most = math.degrees(abs(begin.pitches)), math.degrees(wanted.pitches)
        missing += (f"torso pitches at {rate:.0f} deg/s, at most {most:.0f} allowed",)
    if begin.sways < wanted.sways:
        rate, least = math.degrees(begin.sways), math.degrees(wanted.sways)
        missing += (
            f"torso rolls to the support foot at {rate:.0f} deg/s, at least {least:.0f} needed",
        )
    return missing


def _under(ball: RollingBall, targets: KickTargets) -> str:
    """Return why no foot can kick a ball at this position; empty if one can."""
    if ball.x < 0.0:
        return f"the ball is behind the robot by {-1e3 * ball.x:.0f} mm"
    if targets.beside_toes(ball.x, ball.y):
        return f"the ball is under a foot, {1e3 * ball.x:.0f} mm ahead"
    return ""


def _too_long(wanted: StepBefore, ahead: float) -> tuple[str, ...]:
    """Return the unmet condition after a step that gives the foot another run-up."""
    low, high = wanted.ahead
    if low <= ahead <= high:
        return ()
    return (f"last step {1e3 * ahead:.0f} mm forward, allowed {1e3 * low:.0f} to {1e3 * high:.0f}",)


def _foot(side: Side) -> str:
    return side.name.lower()
