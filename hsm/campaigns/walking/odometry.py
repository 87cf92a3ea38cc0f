"""`hsm measure odometry`: the pose by odometry against the true pose."""

import math
from dataclasses import dataclass, replace
from functools import partial

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, extreme, mean
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import LOOK, STAND, FallWatch, Speed, pose_of, ramped
from motions.kinematics.geometry import Pose2

LONGEST = 120.0
"""Time limit of a trial that does not cover its distance, s."""


@dataclass(frozen=True, slots=True)
class OdometryTrial:
    """One walk.

    Attributes:
        number: Chooses the robot and the seed.
        speed: Forward and left, m/s, and turn, rad/s.
        way: Length of the torso's path at which the walk ends, m.
        stand: Time of standing before, s, in which the gyro bias is learnt.
    """

    number: int
    speed: Speed
    way: float
    stand: float = STAND


@dataclass(frozen=True, slots=True)
class OdometryResult:
    """Final pose of one walk, relative to its start.

    Attributes:
        fell: It ended with a fall.
        way: Length of the path, in steps of a second, m.
        truth: True pose of the torso, m and rad.
        estimate: Pose by odometry, m and rad.
        short: The time limit ended it before its full distance.
    """

    fell: bool
    way: float
    truth: Pose2
    estimate: Pose2
    short: bool = False

    @property
    def arrived(self) -> bool:
        """Return whether it covered its distance."""
        return not (self.fell or self.short)

    @property
    def error(self) -> float:
        """Return the distance between estimate and truth, as a share of the path."""
        away = math.hypot(self.estimate.x - self.truth.x, self.estimate.y - self.truth.y)
        return away / self.way


@dataclass(frozen=True, slots=True)
class OdometryReport(CampaignReport):
    """Result of the campaign; trials that fell or did not arrive are counted and left out."""

    results: tuple[OdometryResult, ...]

    @property
    def unmeasured(self) -> str:
        """Return why no error was measured; empty if one was."""
        if any(result.arrived for result in self.results):
            return ""
        fell = sum(result.fell for result in self.results)
        return (
            f"of {len(self.results)} walks, {fell} fell and {len(self.results) - fell} had not "
            f"covered the distance after {LONGEST:g} s"
        )

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            mean_error: distance between estimated and true position, as a share of the path.
            largest_error: the largest of them.
            heading_error_deg: largest difference between estimated and true heading.
            short: walks that the time limit ended before their full distance.
        """
        arrived = [result for result in self.results if result.arrived]
        errors = [result.error for result in arrived]
        turns = [
            abs(math.remainder(result.estimate.heading - result.truth.heading, 2.0 * math.pi))
            for result in arrived
        ]
        return {
            "mean_error": mean([r.error if r.arrived else math.nan for r in self.results]),
            "largest_error": extreme(max, errors, digits=4),
            "heading_error_deg": extreme(max, map(math.degrees, turns), digits=2),
            "falls": Rate.of(self.results, lambda result: result.fell),
            "short": Rate.of(self.results, lambda result: result.short and not result.fell),
            "trials": len(self.results),
        }


def measure_odometry(
    config: CampaignConfig, asked: OdometryTrial, *, trials: int, jobs: int
) -> OdometryReport:
    """Measure many walks after standing, and compare the final poses by odometry and in truth.

    The number in `asked` is ignored.
    """
    numbered = [replace(asked, number=number) for number in range(trials)]
    return OdometryReport(run_campaign(config, numbered, walk_the_way, jobs=jobs, label="ways"))


def walk_the_way(context: TrialContext, trial: OdometryTrial) -> OdometryResult:
    """Run one walk from standing until its distance is covered."""
    simulation = context.simulation(trial.number)
    watch = FallWatch(simulation.observed.torso_height)
    request = partial(ramped, trial.speed)
    delay = trial.stand - STAND
    outcome = simulation.step(request(simulation.time - delay))
    start, believed = pose_of(simulation.observed), outcome.robot.odometry
    way, corner, corner_time = 0.0, start, simulation.time
    fell = False
    while way < trial.way and simulation.time < LONGEST and not fell:
        outcome = simulation.step(request(simulation.time - delay))
        fell = watch.look(simulation, outcome)
        now = pose_of(simulation.observed)
        if simulation.time - corner_time >= LOOK:
            way += math.hypot(now.x - corner.x, now.y - corner.y)
            corner, corner_time = now, simulation.time
    return OdometryResult(
        fell=fell,
        way=way,
        truth=start.inverse() @ pose_of(simulation.observed),
        estimate=believed.inverse() @ outcome.robot.odometry,
        short=way < trial.way,
    )
