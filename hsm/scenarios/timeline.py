"""The timeline of a scenario: requests of the behaviour and disturbances."""

import math
from dataclasses import dataclass, fields
from typing import Annotated

from annotated_types import Ge, Le

from hardware.declared import demand_declared
from hardware.disturbance import Disturbance
from hardware.disturbances import KINDS
from hardware.units import SignedRatio, Time, Unit
from hsm.scenarios.one_of import OneOf, one_of
from hsm.settings.change_wish import ChangeWish
from hsm.settings.fields import Name
from motions.destinations import FreeStuckBall, LeaveBallLine, ReplaySteps, WalkBehindBall, WalkTo
from motions.kicks.wish import Dribble, Intercept, Kick
from motions.limbs.wishes import ArmWish, HeadWish
from motions.locomotion.wish import PreviewWish
from motions.request_limits import FASTEST, FASTEST_TURN
from motions.requests import Dive, Motion, MotionRequest, StiffnessMost, WhileRolling

WalkingSpeed = Annotated[float, Unit("mm_per_s"), Ge(-1e3 * FASTEST), Le(1e3 * FASTEST)]
TurningSpeed = Annotated[
    float, Unit("deg_per_s"), Ge(-math.degrees(FASTEST_TURN)), Le(math.degrees(FASTEST_TURN))
]


@dataclass(frozen=True, slots=True)
class SpeedShareWish:
    """A walking speed as a share of the profile's fastest, -1 to 1.

    Attributes:
        forward: Negative walks backward.
        left: Negative walks to the right.
        turn: Negative turns right.
    """

    forward: SignedRatio = 0.0
    left: SignedRatio = 0.0
    turn: SignedRatio = 0.0

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class TimelineRequest:
    """A request of the behaviour; it holds until the next one.

    Attributes:
        motion: The motion.
        forward: Walking speed, m/s; negative walks backward.
        left: Lateral walking speed, m/s; negative walks to the right.
        turn: Turning speed, rad/s; positive turns left.
        number: Distinguishes a new request from a repeated one.
        while_rolling: What interrupts a walk, kick or dribble while a ball rolls towards the robot.
        share: Speed as a share of the profile's, instead of the three speeds.
        dive: Kind of dive, with the motion `dive`.
        special: Special motion, with the motion `special`: one of `specials` of
            `keyframes/engine.yaml`.
        walk_to: Target, for the motion of the same name, like the keys down to `preview`.
        walk_to_ball: Approach to the ball.
        kick: The kick.
        dribble: Target or direction of the dribble.
        intercept: Interception of the ball, also for `while_rolling`; may be left out.
        out_of_ball_line: Line of the ball to leave, also for `while_rolling`.
        free_ball: Direction in which to free a stuck ball.
        replay_steps: The steps to replay.
        preview: Request to the preview walk, with the motion `preview`.
        head: Motion of the head, besides the motion.
        left_arm: Motion of the left arm.
        right_arm: Motion of the right arm.
        stiffness_most: Upper limit of the stiffness of each joint, in wire order.
    """

    motion: Motion
    forward: WalkingSpeed = 0.0
    left: WalkingSpeed = 0.0
    turn: TurningSpeed = 0.0
    dive: Dive | None = None
    special: str = "wave"
    number: Annotated[int, Unit(""), Ge(0)] = 0
    while_rolling: WhileRolling | None = None
    share: SpeedShareWish | None = None
    walk_to: WalkTo | None = None
    walk_to_ball: WalkBehindBall | None = None
    kick: Kick | None = None
    dribble: Dribble | None = None
    intercept: Intercept | None = None
    out_of_ball_line: LeaveBallLine | None = None
    free_ball: FreeStuckBall | None = None
    replay_steps: ReplaySteps | None = None
    preview: PreviewWish | None = None
    head: HeadWish | None = None
    left_arm: ArmWish | None = None
    right_arm: ArmWish | None = None
    stiffness_most: StiffnessMost = ()

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.share is not None and (self.forward, self.left, self.turn) != (0, 0, 0):
            raise ValueError("'share' replaces the speeds: give one or the other")
        assert self.request  # a wish rejected by the motions is reported as a mistake in the file

    @property
    def request(self) -> MotionRequest:
        """Return the corresponding motion request."""
        said = {item.name: getattr(self, item.name) for item in fields(self)}
        share = said.pop("share")
        if share is None:
            return MotionRequest(**said)
        speeds = {"forward": share.forward, "left": share.left, "turn": share.turn}
        return MotionRequest(**{**said, **speeds}, relative=True)


@one_of(KINDS)
class OneKind(OneOf[Disturbance]):
    """One disturbance."""

    @property
    def kind(self) -> Disturbance:
        """Return the disturbance."""
        return self.given


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """A single event in a run: a request, silence, a disturbance or a change of the walk.

    It starts at a time, or after the first transition with a given event or leaf.

    Attributes:
        at: Time, s.
        after: An event, or a leaf that is entered.
        from_: Transitions before this time do not count, s.
        delay: Delay after that transition, s.
        request: Request of the behaviour.
        silence: The behaviour is silent until its next request, as if it had crashed.
        disturb: Disturbance of the robot.
        change: Change of the walk's parameters; it is taken when the robot rests.
    """

    at: Time | None = None
    after: Annotated[str, Name("event or leaf")] | None = None
    from_: Time = 0.0
    delay: Time = 0.0
    request: TimelineRequest | None = None
    silence: bool = False
    disturb: OneKind | None = None
    change: ChangeWish | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.at is None and self.after is None:
            raise ValueError("missing key 'at_s' or 'after', which sets the start of the entry")
        if self.at is not None and self.after is not None:
            raise ValueError(
                "'at_s' and 'after' both set the start: give one; 'from_s' with 'after' ignores "
                "transitions before a time"
            )
        for key, value in (("delay_s", self.delay), ("from_s", self.from_)):
            if value and self.after is None:
                raise ValueError(f"'{key}' refers to a transition: it needs 'after'")
        given = (self.request, self.disturb, self.change, self.silence or None)
        if sum(what is not None for what in given) != 1:
            raise ValueError("expected one of 'request', 'silence: true', 'disturb' and 'change'")

    @property
    def earliest(self) -> float:
        """Return the earliest time at which it can start, s."""
        return self.from_ + self.delay if self.at is None else self.at

    def __str__(self) -> str:
        what = self.disturb.name if self.disturb else "change" if self.change else "silence"
        if self.request is not None:
            what = f"request {self.request.motion.value}"
        return f"{what} at {self.at:g} s" if self.after is None else f"{what} after {self.after}"
