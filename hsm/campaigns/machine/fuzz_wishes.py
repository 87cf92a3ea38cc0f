"""Draws random requests for a robot."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hardware.robots.model import Side
from hsm.campaigns.machine.draws import Draws
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    PathShape,
    ReplayedStep,
    ReplaySteps,
    SideWalking,
    TargetFrame,
    WalkBehindBall,
    WalkTo,
)
from motions.kicks.wish import Dribble, Intercept, Kick, KickAlignment, KickKind
from motions.limbs.wishes import ArmProgram, ArmWish, CameraChoice, HeadMode, HeadWish
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
from motions.requests import Dive, Motion, MotionRequest, WhileRolling

_PLAIN = {
    Motion.WALK: 0.4,
    Motion.STAND: 0.12,
    Motion.STAND_HIGH: 0.1,
    Motion.DIVE: 0.1,
    Motion.SPECIAL: 0.1,
    Motion.SIT: 0.06,
    Motion.CLEAR_FAULT: 0.05,
    Motion.LIMP: 0.02,
}
"""Shares of the requests without a destination; the remainder is silence."""
_WITH_BALL, _PREVIEW, _ERRAND = 0.3, 0.15, 0.2
"""Shares of requests about the ball, to the preview walk and with another destination, if requests
of all kinds are drawn; the remainder is without a destination."""
_MORE_KINDS, _WHILE_ROLLING, _WITH_LIMB = 0.3, 0.3, 0.2
"""Probabilities that a kick names further kinds, that a ball interrupts a walk, and that head or an
arm are requested beside it."""
_FORWARD, _SIDE, _TURN = 0.25, 0.2, 2.0
"""Largest requested speeds forward and backward, sideways, m/s, and of turning, rad/s."""
_AWAY = 1.5
"""Largest distance of a destination along each axis, m."""
_NUMBERS = 1000
"""Numbers of requests: rarely the same twice."""


class FuzzWishes:
    """A source of random requests."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def plain(self) -> MotionRequest | None:
        """Return a request without a destination; None is silence."""
        draws = self._draws
        kinds = [*_PLAIN, None]
        shares = [*_PLAIN.values(), 1.0 - sum(_PLAIN.values())]
        motion = kinds[int(draws.rng.choice(len(kinds), p=shares))]
        if motion is None:
            return None
        if motion is Motion.DIVE:
            return MotionRequest(motion, dive=draws.one_of(list(Dive)))
        if motion is not Motion.WALK:
            return MotionRequest(motion)
        return MotionRequest(motion, draws.about(_FORWARD), draws.about(_SIDE), draws.about(_TURN))

    def of_any_kind(self) -> MotionRequest | None:
        """Return a request of any kind, perhaps with head and arms; None is silence."""
        drawn = float(self._draws.rng.random())
        if drawn < _WITH_BALL:
            request: MotionRequest | None = self._about_the_ball()
        elif drawn < _WITH_BALL + _PREVIEW:
            request = self._preview()
        elif drawn < _WITH_BALL + _PREVIEW + _ERRAND:
            request = self._errand()
        else:
            request = self.plain()
        return None if request is None else self._with_limbs(self._interrupted(request))

    def _preview(self) -> MotionRequest:
        draws = self._draws
        match int(draws.rng.integers(4)):
            case 0:
                step = StepShares(draws.about(1.0), draws.about(1.0), draws.about(1.0))
                wish = PreviewWish(velocity=PreviewVelocity(share=step))
            case 1:
                pose = PathPose(draws.about(0.5), draws.about(0.5), draws.about(math.pi))
                wish = PreviewWish(move_to=MoveTo((pose,)))
            case 2:
                wish = PreviewWish(footsteps=Footsteps(tuple(self._footsteps())))
            case _:
                wish = PreviewWish(end=draws.one_of(list(PreviewEnd)))
        return MotionRequest(Motion.PREVIEW, preview=wish, number=self._number())

    def _footsteps(self) -> Iterator[FootstepWish]:
        """Yield footsteps that the walk has to clip to the reach of the legs."""
        draws = self._draws
        for _ in range(int(draws.rng.integers(1, 9))):
            side = draws.one_of(list(Side))
            x, y, turn = draws.about(0.1), side.sign * 0.1 + draws.about(0.05), draws.about(0.5)
            yield FootstepWish(side, x, y, turn, speed=float(draws.rng.random()))

    def _about_the_ball(self) -> MotionRequest:
        draws = self._draws
        kind = draws.one_of(list(KickKind))
        request = partial(MotionRequest, head=HeadWish(HeadMode.BALL), number=self._number())
        match int(draws.rng.integers(4)):
            case 0:
                dribble = Dribble(draws.about(3.0), draws.about(2.0))
                return request(Motion.DRIBBLE, dribble=dribble)
            case 1:
                intercept = Intercept(None if kind.from_stand else kind)
                return request(Motion.INTERCEPT, intercept=intercept)
            case _:
                precision = float(draws.rng.uniform(0.0, math.pi))
                kick = Kick(
                    kind,
                    or_kinds=self._other_kinds(kind),
                    direction=draws.about(math.pi),
                    precision=(-precision, precision),
                    alignment=draws.one_of(list(KickAlignment)),
                )
                return request(Motion.KICK, kick=kick)

    def _other_kinds(self, kind: KickKind) -> tuple[KickKind, ...]:
        if kind.from_stand or not self._draws.happens(_MORE_KINDS):
            return ()
        others = [each for each in KickKind if not each.from_stand and each is not kind]
        return (self._draws.one_of(others),)

    def _errand(self) -> MotionRequest:
        draws = self._draws
        request = partial(MotionRequest, number=self._number())
        match int(draws.rng.integers(7)):
            case 0:
                behind = WalkBehindBall(draws.about(math.pi))
                return request(Motion.WALK_TO_BALL, walk_to_ball=behind)
            case 1:
                line = LeaveBallLine(self._place(), draws.one_of(list(TargetFrame)))
                return request(Motion.OUT_OF_BALL_LINE, out_of_ball_line=line)
            case 2:
                free = FreeStuckBall(draws.about(math.pi))
                return request(Motion.FREE_BALL, free_ball=free)
            case 3:
                steps = ReplaySteps(tuple(self._recorded_steps()))
                return request(Motion.REPLAY_STEPS, replay_steps=steps)
            case _:
                x, y = self._place()
                there = WalkTo(
                    x,
                    y,
                    draws.about(math.pi),
                    frame=draws.one_of(list(TargetFrame)),
                    via=tuple(self._place() for _ in range(int(draws.rng.integers(3)))),
                    keep_rotation=draws.happens(0.5),
                    interest=self._place() if draws.happens(0.5) else None,
                    side_walking=draws.one_of(list(SideWalking)),
                    path=draws.one_of(list(PathShape)),
                )
                return request(Motion.WALK_TO, walk_to=there)

    def _recorded_steps(self) -> Iterator[ReplayedStep]:
        """Yield steps as a walk records them: its feet step outwards in turn."""
        draws = self._draws
        swing = draws.one_of(list(Side))
        for _ in range(int(draws.rng.integers(1, 9))):
            aside = swing.sign * float(draws.rng.uniform(0.0, 0.05))
            yield ReplayedStep(swing, draws.about(0.06), aside, draws.about(0.2))
            swing = swing.other

    def _interrupted(self, request: MotionRequest) -> MotionRequest:
        """Let a rolling ball interrupt some of the walks."""
        if not request.motion.yields_to_a_ball or not self._draws.happens(_WHILE_ROLLING):
            return request
        if self._draws.happens(0.5):
            return replace(request, while_rolling=WhileRolling.INTERCEPT)
        line = LeaveBallLine(self._place(), self._draws.one_of(list(TargetFrame)))
        rolling = WhileRolling.OUT_OF_BALL_LINE
        return replace(request, while_rolling=rolling, out_of_ball_line=line)

    def _with_limbs(self, request: MotionRequest) -> MotionRequest:
        """Add requests of head and arms to some of the requests."""
        draws = self._draws
        left, right = (self._arm() if draws.happens(_WITH_LIMB) else None for _ in Side)
        head = self._head() if draws.happens(_WITH_LIMB) else request.head
        return replace(request, head=head, left_arm=left, right_arm=right)

    def _arm(self) -> ArmWish:
        draws = self._draws
        hand = float(draws.rng.random()) if draws.happens(0.5) else None
        match int(draws.rng.integers(3)):
            case 0:
                return ArmWish(draws.one_of(list(ArmProgram)), hand=hand, number=self._number())
            case 1:
                return ArmWish(point_at=self._point(), hand=hand, number=self._number())
            case _:
                angles = tuple(draws.about(math.pi) for _ in range(int(draws.rng.integers(1, 6))))
                speeds = tuple(float(draws.rng.uniform(0.1, 8.0)) for _ in angles)
                return ArmWish(angles=angles, speeds=speeds, hand=hand, number=self._number())

    def _head(self) -> HeadWish:
        draws = self._draws
        look = partial(
            HeadWish,
            camera=draws.one_of(list(CameraChoice)),
            speed=float(draws.rng.uniform(0.1, 8.0)),
            stop_and_go=draws.happens(0.3),
            number=self._number(),
        )
        match draws.one_of(list(HeadMode)):
            case HeadMode.TARGET:
                return look(HeadMode.TARGET, target=self._point())
            case HeadMode.ANGLES:
                pan, tilt = draws.about(2.0), draws.about(0.6)
                return look(pan=pan, tilt=tilt, keep_direction=draws.happens(0.3))
            case mode:
                return look(mode)

    def _place(self) -> tuple[float, float]:
        return self._draws.about(_AWAY), self._draws.about(_AWAY)

    def _point(self) -> tuple[float, float, float]:
        return *self._place(), float(self._draws.rng.uniform(0.0, 1.0))

    def _number(self) -> int:
        return int(self._draws.rng.integers(_NUMBERS))
