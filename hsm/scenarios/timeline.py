"""What happens to the robot in a scenario: requests of the behaviour and disturbances."""

import math
from dataclasses import dataclass, fields
from typing import Annotated

from annotated_types import Ge, Le

from hardware.declared import demand_declared
from hardware.disturbance import Disturbance
from hardware.disturbances import KINDS
from hardware.units import SignedRatio, Time, Unit
from hsm.scenarios.limits import FASTEST, FASTEST_TURN
from hsm.scenarios.one_of import OneOf, one_of
from hsm.settings.fields import Name
from motions.destinations import FreeStuckBall, LeaveBallLine, ReplaySteps, WalkBehindBall, WalkTo
from motions.kicks.wish import Dribble, Intercept, Kick
from motions.limbs.wishes import ArmWish, HeadWish
from motions.locomotion.wish import PreviewWish
from motions.requests import Dive, Motion, MotionRequest, Special, StiffnessMost

WalkingSpeed = Annotated[float, Unit("mm_per_s"), Ge(-1e3 * FASTEST), Le(1e3 * FASTEST)]
TurningSpeed = Annotated[
    float, Unit("deg_per_s"), Ge(-math.degrees(FASTEST_TURN)), Le(math.degrees(FASTEST_TURN))
]


@dataclass(frozen=True, slots=True)
class SpeedShareWish:
    """A walking speed as a share of the fastest that the profile allows, -1 to 1.

    Attributes:
        forward: Negative goes back.
        left: Negative goes to the right.
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
        motion: What to do.
        forward: Negative goes backward, m/s.
        left: Negative goes to the right, m/s.
        turn: rad/s, positive turns left.
        number: Tells a new request from the same one repeated.
        share: The speed as a share of the profile's, instead of the three.
        dive: Which one, with the motion `dive`.
        special: Which one, with the motion `special`.
        walk_to: Where to, with the motion `walk_to`; so are the others below.
        walk_to_ball: How.
        kick: Which one.
        dribble: Where to.
        intercept: How; it may be left out.
        out_of_ball_line: Of which.
        free_ball: Where to.
        replay_steps: Which.
        preview: What the preview walk does, with the motion `preview`.
        head: Where the head looks, beside the motion.
        left_arm: What the left arm does.
        right_arm: What the right arm does.
        stiffness_most: No joint is stiffer than that, in wire order.
    """

    motion: Motion
    forward: WalkingSpeed = 0.0
    left: WalkingSpeed = 0.0
    turn: TurningSpeed = 0.0
    dive: Dive | None = None
    special: Special = Special.WAVE
    number: Annotated[int, Unit(""), Ge(0)] = 0
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
            raise ValueError("'share' stands instead of speeds: give one of both")
        assert self.request  # a wish that the motions would refuse is a mistake of the file

    @property
    def request(self) -> MotionRequest:
        """Return it as the motions understand it."""
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
        """Return the one that is given."""
        return self.given


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """Something that happens to the robot once: a request, silence or a disturbance.

    It happens at a time, or after the first transition of a name.

    Attributes:
        at: Time, s.
        after: An event, or a leaf that is entered.
        from_: Transitions before this time do not count, s.
        delay: Time after that transition, s.
        request: What the behaviour asks.
        silence: It asks nothing more until its next request, as if it had crashed.
        disturb: What is done to the robot.
    """

    at: Time | None = None
    after: Annotated[str, Name("event or leaf")] | None = None
    from_: Time = 0.0
    delay: Time = 0.0
    request: TimelineRequest | None = None
    silence: bool = False
    disturb: OneKind | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.at is None and self.after is None:
            raise ValueError("missing key 'at_s' or 'after': when does it happen?")
        if self.at is not None and self.after is not None:
            raise ValueError(
                "'at_s' and 'after' both say when: give one; 'from_s' beside 'after' waits for the "
                "first transition from a time on"
            )
        for key, value in (("delay_s", self.delay), ("from_s", self.from_)):
            if value and self.after is None:
                raise ValueError(f"'{key}' belongs to a transition: it needs 'after'")
        if (self.request is not None) + self.silence + (self.disturb is not None) != 1:
            raise ValueError("expected one of 'request', 'silence: true' and 'disturb'")

    @property
    def earliest(self) -> float:
        """Return the time before which it cannot happen, s."""
        return self.from_ + self.delay if self.at is None else self.at

    def __str__(self) -> str:
        what = self.disturb.name if self.disturb else "silence"
        if self.request is not None:
            what = f"request {self.request.motion.value}"
        return f"{what} at {self.at:g} s" if self.after is None else f"{what} after {self.after}"
