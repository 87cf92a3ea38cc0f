"""Draws random events for a robot: requests, hands, impacts and faults."""

import math
from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np

from hardware.disturbance import Disturbance
from hardware.disturbances import (
    BlockFoot,
    HoldUpright,
    ImuFault,
    KillImu,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    MoveBall,
    Press,
    Push,
    PutDown,
    Spoil,
)
from hardware.frame_fields import LENGTHS
from hardware.robots.model import Side
from hardware.sensors_and_commands import Touch
from motions.kicks.wish import Dribble, Intercept, Kick, KickAlignment, KickKind
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import HeadMode, HeadWish
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)
from motions.requests import Dive, Motion, MotionRequest

Choice = TypeVar("Choice")

_VALUES = (math.nan, math.inf, -math.inf, 1e9)
_IMU_FAULTS: tuple[ImuFault, ...] = ("dead", "frozen", "nan")
_HEAD = (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE)

_WISHES = {
    Motion.WALK: 0.4,
    Motion.STAND: 0.12,
    Motion.STAND_HIGH: 0.1,
    Motion.DIVE: 0.1,
    Motion.SPECIAL: 0.1,
    Motion.SIT: 0.06,
    Motion.CLEAR_FAULT: 0.05,
    Motion.LIMP: 0.02,
}
"""Shares of the requests; the remainder is silence."""

_WITH_BALL = 0.35
"""Share of ball requests if all kinds of requests are drawn."""
_PREVIEW = 0.2
"""Share of requests to the preview walk, likewise."""
_BALL_AWAY = (0.12, 1.2)
"""Range of the ball's distance from the robot, m ..."""
_BALL_NEAR = (0.15, 0.3)
"""... and in half of the cases, m."""

_TIRED = 0.4
"""Probability that a person who holds the robot releases it at the next event."""
_STEADIED = 0.2
"""Probability that a person holds the robot at standing height: its feet stay on the ground, but
its weight cannot shift."""
_WITH_BLOW = 0.3
"""Probability that a fault comes together with a force."""


_IMPULSE, _LEAN = 4.0, 40.0
"""Largest impulse of a push, N s, and force of a person leaning on the torso, N."""
_FORWARD, _SIDE, _TURN = 0.25, 0.2, 2.0
"""Largest requested speeds forward and backward, sideways, m/s, and of turning, rad/s."""
_LONGEST_PAUSE = 4.0
"""Longest time between two events, s."""


class FuzzEvents:
    """A source of random events."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._held = False

    def pause(self) -> float:
        """Return the time until the next event, s."""
        return float(self._rng.uniform(0.2, _LONGEST_PAUSE))

    def wish(self) -> MotionRequest | None:
        """Return a request; None is silence."""
        kinds = [*_WISHES, None]
        shares = [*_WISHES.values(), 1.0 - sum(_WISHES.values())]
        motion = kinds[int(self._rng.choice(len(kinds), p=shares))]
        if motion is None:
            return None
        if motion is Motion.DIVE:
            return MotionRequest(motion, dive=self._one_of(list(Dive)))
        if motion is not Motion.WALK:
            return MotionRequest(motion)
        return MotionRequest(motion, self._about(_FORWARD), self._about(_SIDE), self._about(_TURN))

    def any_wish(self) -> MotionRequest | None:
        """Return a request of any kind, including the ball and exact footsteps."""
        drawn = float(self._rng.random())
        if drawn < _WITH_BALL:
            return self._ball_wish()
        return self._preview_wish() if drawn < _WITH_BALL + _PREVIEW else self.wish()

    def _preview_wish(self) -> MotionRequest:
        rng = self._rng
        match int(rng.integers(4)):
            case 0:
                step = StepShares(self._about(1.0), self._about(1.0), self._about(1.0))
                wish = PreviewWish(velocity=PreviewVelocity(share=step))
            case 1:
                pose = PathPose(self._about(0.5), self._about(0.5), self._about(math.pi))
                wish = PreviewWish(move_to=MoveTo((pose,)))
            case 2:
                wish = PreviewWish(footsteps=Footsteps(tuple(self._footsteps())))
            case _:
                wish = PreviewWish(end=self._one_of(list(PreviewEnd)))
        return MotionRequest(Motion.PREVIEW, preview=wish, number=int(rng.integers(1000)))

    def _footsteps(self) -> Iterator[FootstepWish]:
        """Yield footsteps that the walk has to clip to the reach of the legs."""
        for _ in range(int(self._rng.integers(1, 9))):
            side = Side.LEFT if self._rng.random() < 0.5 else Side.RIGHT
            x, y, turn = self._about(0.1), side.sign * 0.1 + self._about(0.05), self._about(0.5)
            yield FootstepWish(side, x, y, turn, speed=float(self._rng.random()))

    def _ball_wish(self) -> MotionRequest:
        rng = self._rng
        head, kind = HeadWish(HeadMode.BALL), self._one_of(list(KickKind))
        match int(rng.integers(4)):
            case 0:
                dribble = Dribble(self._about(3.0), self._about(2.0))
                return MotionRequest(Motion.DRIBBLE, dribble=dribble, head=head)
            case 1:
                intercept = Intercept(None if kind.from_stand else kind)
                return MotionRequest(Motion.INTERCEPT, intercept=intercept, head=head)
            case _:
                precision = float(rng.uniform(0.0, math.pi))
                kick = Kick(
                    kind,
                    direction=self._about(math.pi),
                    precision=(-precision, precision),
                    alignment=self._one_of(list(KickAlignment)),
                )
                number = int(rng.integers(1000))
                return MotionRequest(Motion.KICK, kick=kick, number=number, head=head)

    def ball_moved(self, robot: Pose2) -> MoveBall:
        """Return a resting or rolling ball placed nearby, mostly in front of the robot."""
        rng = self._rng
        near = rng.random() < 0.5  # where a foot can kick it at once
        away = float(rng.uniform(*(_BALL_NEAR if near else _BALL_AWAY)))
        aside = float(rng.normal(0.0, 0.3 if near else 0.7))
        place = robot @ Pose2(away * math.cos(aside), away * math.sin(aside))
        speed = float(rng.uniform(0.0, 1.5)) if not near and rng.random() < 0.5 else 0.0
        return MoveBall(place.x, place.y, speed, self._about(math.pi))

    def event(self) -> tuple[Disturbance, ...]:
        """Return the disturbances of an event; often there are none."""
        if self._held and self._rng.random() < _TIRED:
            return self._person()
        kind = self._rng.choice(
            ["nothing", "force", "person", "fault", "button"], p=[0.3, 0.25, 0.2, 0.15, 0.1]
        )
        match kind:
            case "force":
                return (self._force(),)
            case "person":
                return self._person()
            case "fault":
                # A force at the same moment: a fall must be possible without sensors or frames.
                blow = (self._force(),) if self._rng.random() < _WITH_BLOW else ()
                return (self._fault(), *blow)
            case "button":
                return self._button()
            case _:
                return ()

    def _one_of(self, choices: Sequence[Choice]) -> Choice:
        return choices[int(self._rng.integers(len(choices)))]

    def _about(self, most: float) -> float:
        return float(self._rng.uniform(-most, most))

    def _force(self) -> Disturbance:
        rng = self._rng
        direction = self._about(math.pi)
        match int(rng.integers(3)):
            case 0:
                return Push(direction, float(rng.uniform(0.0, _IMPULSE)))
            case 1:
                force, duration = float(rng.uniform(0.0, _LEAN)), float(rng.uniform(0.1, 1.0))
                return Lean(direction, force, duration)
            case _:
                return BlockFoot(Side.LEFT if rng.random() < 0.5 else Side.RIGHT, rng.random())

    def _person(self) -> tuple[Disturbance, ...]:
        """Return a person's grip of the robot or, if it is held, its release."""
        rng = self._rng
        if self._held:
            self._held = False
            gently = rng.random() < 0.9
            return (PutDown(float(rng.uniform(0.05, 0.2))) if gently else LetGo(),)
        self._held = True
        if rng.random() < _STEADIED:
            return (HoldUpright(float(rng.uniform(0.305, 0.315)), 0.3),)
        if rng.random() < 0.5:
            raised, duration = float(rng.uniform(0.05, 0.3)), float(rng.uniform(0.3, 1.5))
            return (Lift(raised, duration, upright=bool(rng.random() < 0.8)),)
        return (HoldUpright(float(rng.uniform(0.29, 0.5)), float(rng.uniform(0.8, 2.0))),)

    def _fault(self) -> Disturbance:
        rng = self._rng
        match int(rng.integers(4)):
            case 0:
                # Mostly within the time for which the last command is held, rarely far beyond it.
                return LoseFrames(
                    float(rng.choice([0.05, 0.15, 0.4, 1.5], p=[0.5, 0.3, 0.15, 0.05]))
                )
            case 1:
                return KillImu(self._one_of(_IMU_FAULTS), float(rng.uniform(0.02, 1.0)))
            case _:
                name = self._one_of(list(LENGTHS))
                return Spoil(
                    name,
                    int(rng.integers(LENGTHS[name])),
                    self._one_of(_VALUES),
                    float(rng.choice([0.012, 0.05, 0.3])),
                )

    def _button(self) -> tuple[Disturbance, ...]:
        rng = self._rng
        if rng.random() < 0.6:
            return tuple(Press(pad) for pad in _HEAD)
        return (Press(Touch.CHEST, float(rng.choice([0.2, 1.3], p=[0.8, 0.2]))),)
