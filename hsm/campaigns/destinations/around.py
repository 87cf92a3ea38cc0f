"""`hsm measure around`: how reliably the robot walks behind a ball without touching it.

The robot sees the ball, which is to be kicked towards it, so that its path leads around the ball to
the far side.
"""

import math
from dataclasses import dataclass

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.destinations.goto_trial import CLOSED_FOR, LONGEST
from hsm.campaigns.kicks.facing_ball import face_ball
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, distribution
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import pose_of
from hsm.chart.leaves import STAND_NORMAL
from motions.destinations import WalkBehindBall
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import Motion, MotionRequest

DISTANCE = (0.5, 2.0)
"""Distance of the ball, m ..."""
BEARING = (-50.0, 50.0)
"""... its bearing, deg, in view of both cameras ..."""
BACK = (-30.0, 30.0)
"""... and the kick's deviation from the direction towards the robot, deg."""


@dataclass(frozen=True, slots=True)
class BallScene:
    """A ball, and the direction in which it is to be kicked.

    Attributes:
        x: Distance of the ball ahead of the robot, m.
        y: Distance to the robot's left, m.
        direction: Direction in which the ball is to go, in the robot's frame, rad.
    """

    x: float
    y: float
    direction: float

    def off(self, pose: Pose2, ball: tuple[float, float], ahead: float) -> Pose2:
        """Return the pose behind the ball's current position, in the frame of the robot's pose."""
        place = Pose2(*ball, self.direction) @ Pose2(-ahead)
        return pose.inverse() @ place


@dataclass(frozen=True, slots=True)
class AroundResult:
    """Result of one walk.

    Attributes:
        fell: The robot fell.
        touched: It touched the ball.
        seconds: Time from the request until it stood behind the ball, s; NaN if it did not arrive.
        off: Position error at that time, m.
        off_turn: Heading error at that time, rad.
    """

    fell: bool
    touched: bool
    seconds: float = math.nan
    off: float = math.nan
    off_turn: float = math.nan


@dataclass(frozen=True, slots=True)
class AroundReport(CampaignReport):
    """Results of all walks, one per trial."""

    results: tuple[AroundResult, ...]

    @property
    def arrived(self) -> Rate:
        """Return the rate of robots that stood behind their ball."""
        return Rate.of(self.results, lambda result: not math.isnan(result.seconds))

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return "" if self.arrived.successes else f"none of {len(self.results)} robots arrived"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            untouched: walks that did not touch the ball.
            seconds: time from the request until the robot stood behind the ball.
            off_mm: position error then.
            off_deg: heading error then.
        """
        seconds = [result.seconds for result in self.results]
        off = [1e3 * result.off for result in self.results]
        turns = [math.degrees(result.off_turn) for result in self.results]
        return {
            "untouched": Rate.of(self.results, lambda result: not result.touched),
            "trials": len(self.results),
            "falls": Rate.of(self.results, lambda result: result.fell),
            "arrived": self.arrived,
            "seconds": distribution(seconds, "median", "p90", digits=2),
            "off_mm": distribution(off, "median", "p90", digits=2),
            "off_deg": distribution(turns, "median", "p90", digits=2),
        }


def measure_around(config: CampaignConfig, *, trials: int, jobs: int) -> AroundReport:
    """Measure walks behind many balls."""
    results = run_campaign(config, range(trials), go_around, jobs=jobs, label="walks behind balls")
    return AroundReport(results)


def drawn_ball(number: int) -> BallScene:
    """Return the ball of a trial, drawn from its number alone."""
    rng = stream(number, Stream.BALL_TO_WALK_BEHIND)
    far = float(rng.uniform(*DISTANCE))
    bearing, back = (math.radians(rng.uniform(*each)) for each in (BEARING, BACK))
    return BallScene(far * math.cos(bearing), far * math.sin(bearing), bearing + math.pi + back)


def go_around(context: TrialContext, number: int) -> AroundResult:
    """Run one walk behind a ball."""
    scene = drawn_ball(number)
    simulation, watch = face_ball(context, number, (scene.x, scene.y))
    wish = WalkBehindBall(math.remainder(scene.direction, math.tau))
    began, closed = simulation.time, 0.0
    request = MotionRequest(Motion.WALK_TO_BALL, walk_to_ball=wish, head=HeadWish(HeadMode.BALL))
    while simulation.time < began + LONGEST:
        outcome = simulation.step(request)
        truth = simulation.observed
        touched = truth.props[0].touches > 0
        if watch.look(simulation, outcome):
            return AroundResult(fell=True, touched=touched)
        stands = outcome.leaf in STAND_NORMAL and outcome.info.arrived
        closed = closed + outcome.robot.cycle if stands else 0.0
        if closed >= CLOSED_FOR:
            ball = truth.props[0].position
            off = scene.off(pose_of(truth), (ball[0], ball[1]), wish.ahead)
            return AroundResult(
                fell=False,
                touched=touched,
                seconds=simulation.time - CLOSED_FOR - began,
                off=math.hypot(off.x, off.y),
                off_turn=abs(math.remainder(off.heading, math.tau)),
            )
    return AroundResult(fell=False, touched=simulation.observed.props[0].touches > 0)
