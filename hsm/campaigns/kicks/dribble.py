"""`hsm measure dribble`: how fast and how straight the robot dribbles a ball."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.kicks.dribble_course import POINT, BallCourse, Way
from hsm.campaigns.kicks.facing_ball import face_ball
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, distribution
from hsm.campaigns.trials import run_campaign
from hsm.chart.leaves import STAND
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.destinations import TargetFrame
from motions.kicks.wish import Dribble
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import Motion, MotionRequest

AHEAD = 0.4
"""Initial distance of the ball in front of the robot, m."""
_CORNERS = 0.25
"""Spacing of the successive targets along a bent course, m."""
_SLOWEST = 0.05
"""Mean speed of the ball below which a trial runs out of time, m/s."""
_TOUCH = 0.12
"""Increase of the ball's speed within a cycle that counts as a touch, m/s."""


@dataclass(frozen=True, slots=True)
class DribbleTrial:
    """One dribbled ball.

    Attributes:
        number: Chooses the robot, the seed, and whether the ball lies to the left or to the right.
        way: Length of the course, m.
        course: Shape of the course.
    """

    number: int
    way: float
    course: BallCourse = BallCourse.STRAIGHT


@dataclass(frozen=True, slots=True)
class DribbleResult:
    """Result of one trial.

    Attributes:
        fell: The robot fell.
        reached: The ball crossed the line through the end of the course, however far aside.
        speed: Mean speed of the ball from the first touch on, m/s; NaN if it did not get there.
        standing: Time for which the robot stood after the first touch, s.
        touches: Number of touches.
        off_line: Largest distance of the ball from the course, m.
    """

    fell: bool
    reached: bool
    speed: float
    standing: float
    touches: int
    off_line: float

    @property
    def lost(self) -> bool:
        """Return whether the ball did not reach the end although the robot did not fall."""
        return not self.reached and not self.fell


@dataclass(frozen=True, slots=True)
class DribbleReport(CampaignReport):
    """Results of all trials."""

    results: tuple[DribbleResult, ...]

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return "" if any(result.touches for result in self.results) else "no ball was touched"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            reached: balls that crossed the line through the end of the course, however far aside.
            lost: balls that did not, although the robot did not fall.
            speed_m_per_s: mean speed of the ball from the first touch on.
            standing_s: time for which the robot stood after the first touch.
            off_line_mm: largest distance of the ball from the course.
        """
        results = self.results
        off = self._touched(lambda result: 1e3 * result.off_line)
        standing = self._touched(lambda result: result.standing)
        touches = self._touched(lambda result: float(result.touches))
        speeds = [result.speed for result in results]
        return {
            "reached": Rate.of(results, lambda result: result.reached),
            "trials": len(results),
            "falls": Rate.of(results, lambda result: result.fell),
            "lost": Rate.of(results, lambda result: result.lost),
            "speed_m_per_s": distribution(speeds, "median", "p10", digits=3),
            "standing_s": distribution(standing, "median", "max", digits=2),
            "touches": distribution(touches, "median", digits=0),
            "off_line_mm": distribution(off, "median", "max", digits=0),
        }

    def _touched(self, value: Callable[[DribbleResult], float]) -> list[float]:
        """Return a value of every trial; NaN where the ball was never touched."""
        return [value(result) if result.touches else math.nan for result in self.results]


def measure_dribble(
    config: CampaignConfig, asked: DribbleTrial, *, trials: int, jobs: int
) -> DribbleReport:
    """Dribble many balls as specified by `asked`, whose number is ignored."""
    numbered = [replace(asked, number=number) for number in range(trials)]
    return DribbleReport(run_campaign(config, numbered, dribble_once, jobs=jobs, label="dribble"))


@dataclass(slots=True)
class _DrivenBall:
    """Progress of the ball along the course."""

    way: Way
    along: int = 0
    first: float = math.nan
    end: float = math.nan
    standing: float = 0.0
    touches: int = 0
    off_line: float = 0.0
    _speed: float = 0.0
    _since: float = -math.inf

    def look(self, simulation: Simulation, outcome: Outcome, cycle: float) -> None:
        truth = simulation.observed
        if truth.ball is None or truth.ball_velocity is None or not math.isnan(self.end):
            return
        speed = math.hypot(*truth.ball_velocity)
        now = simulation.time
        if speed > self._speed + _TOUCH and now > self._since + 0.2:
            self.touches += 1
            self._since = now
            if math.isnan(self.first):
                self.first = now
        self._speed = speed
        if math.isnan(self.first):
            return
        if outcome.leaf in STAND:
            self.standing += cycle
        self.along, off = self.way.nearest(truth.ball, self.along)
        self.off_line = max(self.off_line, off)
        if self.along == len(self.way.points) - 1:
            self.end = now


def dribble_once(context: TrialContext, trial: DribbleTrial) -> DribbleResult:
    """Run one trial of dribbling."""
    aside = 0.05 if trial.number % 2 == 0 else -0.05
    place = (AHEAD, aside)
    simulation, watch = face_ball(context, trial.number, place)
    ball = _DrivenBall(Way.along(trial.course, place, trial.way))
    request = _wish(ball, trial)
    latest = simulation.time + (AHEAD + trial.way) / _SLOWEST
    fell = False
    while not fell and math.isnan(ball.end) and simulation.time < latest:
        outcome = simulation.step(request)
        ball.look(simulation, outcome, context.settings.robot.cycle)
        request = _wish(ball, trial)
        fell = watch.look(simulation, outcome)
    reached = not math.isnan(ball.end)
    return DribbleResult(
        fell=fell,
        reached=reached,
        speed=trial.way / (ball.end - ball.first) if reached else math.nan,
        standing=ball.standing,
        touches=ball.touches,
        off_line=ball.off_line,
    )


def _wish(ball: _DrivenBall, trial: DribbleTrial) -> MotionRequest:
    """Return the request; its target lies ahead of the ball, finally beyond the course's end."""
    if trial.course is BallCourse.STRAIGHT:
        x, y = ball.way.ahead(trial.way + 0.5)
    else:
        # One corner after the other: a target that moves with the ball would change every cycle.
        corner = (1 + int(ball.along * POINT / _CORNERS)) * _CORNERS
        x, y = ball.way.ahead(corner + 2.0 * _CORNERS)
    return MotionRequest(
        Motion.DRIBBLE,
        dribble=Dribble(x, y, TargetFrame.FIELD),
        head=HeadWish(HeadMode.BALL),
    )
