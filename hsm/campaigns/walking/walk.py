"""`hsm measure walk`: how fast and how safely the robot walks."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.demands import demand_counts
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Average, Rate, mean
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.random_requests import RandomRequests, drawn_speed
from hsm.campaigns.walking.walking_trial import Speed, WalkResult, ramped, walk
from hsm.errors import HsmError
from motions.requests import MotionRequest

ON_THE_SPOT: Speed = (1e-6, 0.0, 0.0)
"""A request to step on the spot: exactly zero would mean to stand."""

Chance = Literal["random", "drawn"]
"""A new random speed within the profile every 2 s, or a constant one for every trial."""


@dataclass(frozen=True, slots=True)
class WalkReport(CampaignReport):
    """Result of the campaign.

    Attributes:
        asked: Forward and left, m/s, and turn, rad/s, or how they were drawn, in which case the
            average reached speed is meaningless.
        results: One per trial.
    """

    asked: Speed | Chance
    results: tuple[WalkResult, ...]

    @property
    def falls(self) -> Rate:
        """Return the rate of trials that ended with a fall."""
        return Rate.of(self.results, lambda result: result.fell)

    @property
    def reached(self) -> list[Average]:
        """Return the mean speeds forward and left, m/s, and of turning, rad/s."""
        forward = self._mean(lambda result: result.speed[0])
        left = self._mean(lambda result: result.speed[1])
        return [forward, left, self._mean(lambda result: result.speed[2])]

    @property
    def metres(self) -> float:
        """Return the distance walked in all trials, m."""
        return round(sum(result.metres for result in self.results), 3)

    @property
    def stalled(self) -> Rate:
        """Return the rate of trials in which the walk reported lack of progress."""
        return Rate.of(self.results, lambda result: bool(result.stalled))

    @property
    def unmeasured(self) -> str:
        """Return why no speed was measured; empty if one was."""
        trials = len(self.results)
        return f"all of {trials} walks fell" if self.falls.successes == trials else ""

    def findings(self) -> Findings:
        """Return the findings; fallen trials do not count for the speed.

        Keys:
            reached: mean speed forward and to the left, m/s, and of turning, rad/s.
            said_no_way: trials in which the walk reported that it makes no progress.
            metres: distance walked in all trials, m.
            step_duration_s: mean duration of a step.
            pitch_deg: mean pitch of the torso, positive forward.
            fell_at_s: time of each fall since the start of its trial.
        """
        return {
            "requested": self.asked if isinstance(self.asked, str) else list(self.asked),
            "reached": self.reached,
            "falls": self.falls,
            "said_no_way": self.stalled,
            "trials": len(self.results),
            "metres": self.metres,
            "step_duration_s": self._mean(lambda result: result.step_duration),
            "pitch_deg": self._mean(lambda result: math.degrees(result.mean_pitch)),
            "fell_at_s": [round(result.fell_at, 2) for result in self.results if result.fell],
        }

    def text(self) -> str:
        """Return the findings, and the last report of lack of progress, as lines for people."""
        said = [f"no progress: {result.stalled}" for result in self.results if result.stalled]
        return "\n".join([CampaignReport.text(self), *said[-1:]])

    def _mean(self, value: Callable[[WalkResult], float]) -> Average:
        return mean([math.nan if result.fell else value(result) for result in self.results])


def measure_walk(
    config: CampaignConfig, asked: Speed | Chance, *, trials: int, hold: float, jobs: int
) -> WalkReport:
    """Measure many walks.

    Args:
        config: Settings shared by all trials.
        asked: Forward and left, m/s, and turn, rad/s, or how they are drawn within the profile.
        trials: Number of walks.
        hold: Time at the full request, s.
        jobs: Number of processes.

    Raises:
        HsmError: If there is not even one trial or process, or no such chance.
    """
    demand_counts(trials=trials)
    if isinstance(asked, str) and asked not in get_args(Chance):
        words = " or ".join(map(repr, get_args(Chance)))
        raise HsmError(f"asked is {asked!r}; expected three speeds, or {words}")
    run = partial(walk_once, asked, hold)
    return WalkReport(asked, run_campaign(config, range(trials), run, jobs=jobs, label="walks"))


def walk_once(asked: Speed | Chance, hold: float, context: TrialContext, number: int) -> WalkResult:
    """Run one walk; arguments as for `measure_walk`, the number chooses the robot and the seed."""
    return walk(context, number, _request(context, asked, number), hold)


def _request(
    context: TrialContext, asked: Speed | Chance, number: int
) -> Callable[[float], MotionRequest]:
    if isinstance(asked, tuple):
        return partial(ramped, asked)
    profile = context.settings.profile
    if asked == "random":
        return RandomRequests(profile, stream(number, Stream.SPEEDS))
    return partial(ramped, drawn_speed(profile, stream(number, Stream.SPEED)))
