"""`hsm measure endurance`: long walks without a pause, with motors that heat up, and pushes.

It measures falls, torque reductions by the drivers of hot motors, and whether the robot still walks
at the end. The whole robot is simulated: it protects itself, gets up, and rests when necessary.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hardware.disturbance import DIRECTIONS, TOWARDS
from hardware.disturbances import Push
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Average, Frequency, Rate, mean
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import DOUBLE_STEP, LOOK, RAMP, STAND, ramped
from hsm.chart.leaves import FALL_PROTECTION, WALK

_PART = 0.1
"""Share of the duration over which the speed is averaged, from full speed on and at the end."""
_GOES_ON = 0.5
"""Ratio of the last to the first speed above which a robot still walks."""

_Look = tuple[float, float, float]
"""A time, s, and the position of the torso then: x and y, m."""


@dataclass(frozen=True, slots=True)
class EnduranceTrial:
    """One walk.

    Attributes:
        number: Chooses the robot and the seed.
        seconds: Duration, s.
        speed: Requested forward speed, m/s.
        impulse: Impulse of each push, N s; 0 for none.
        every: Time between pushes, s.
    """

    number: int
    seconds: float
    speed: float
    impulse: float
    every: float


@dataclass(frozen=True, slots=True)
class EnduranceResult:
    """Result of one walk.

    Attributes:
        seconds: Duration, s.
        falls: Number of falls.
        pushes: Number of pushes.
        walking: Share of the time spent walking.
        derated_after: Time at which a driver first reduced a leg's torque, s; NaN if none did.
        hottest: Highest reported temperature of a leg joint, degrees Celsius.
        first_speed: Mean speed over ground in the first part, m/s; NaN if it is too short.
        last_speed: Mean speed over ground in the last part, m/s; likewise.
    """

    seconds: float
    falls: int
    pushes: int
    walking: float
    derated_after: float
    hottest: float
    first_speed: float
    last_speed: float

    @property
    def derated(self) -> bool:
        """Return whether a driver reduced the torque of a leg motor."""
        return not math.isnan(self.derated_after)

    @property
    def goes_on(self) -> bool:
        """Return whether the robot still walks at the end."""
        return self.last_speed > _GOES_ON * self.first_speed


@dataclass(frozen=True, slots=True)
class EnduranceReport(CampaignReport):
    """Walks without a pause, one per robot."""

    results: tuple[EnduranceResult, ...]

    @property
    def falls(self) -> int:
        """Return the falls of all robots."""
        return sum(result.falls for result in self.results)

    @property
    def seconds(self) -> float:
        """Return the total duration of all walks, s."""
        return sum(result.seconds for result in self.results)

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            without_fall: robots that never fell.
            goes_on: robots that still walk at the end, not much slower than at first.
            derated: robots of which a driver reduced the torque of a hot leg motor.
            derated_after_s: mean time until then.
            hottest_c: mean over the robots of their highest leg temperature, degrees Celsius.
            walking_share: mean share of the time spent walking.
            first_speed_m_per_s: mean speed over ground in the first part.
            last_speed_m_per_s: the same in the last part.
        """
        return {
            "seconds": round(self.seconds, 1),
            "pushes": sum(result.pushes for result in self.results),
            "falls_per_hour": Frequency(self.falls, self.seconds / 3600.0),
            "without_fall": Rate.of(self.results, lambda result: result.falls == 0),
            "goes_on": Rate.of(self.results, lambda result: result.goes_on),
            "derated": Rate.of(self.results, lambda result: result.derated),
            "derated_after_s": self._mean("derated_after", 0),
            "hottest_c": self._mean("hottest", 0),
            "walking_share": self._mean("walking", 3),
            "first_speed_m_per_s": self._mean("first_speed", 3),
            "last_speed_m_per_s": self._mean("last_speed", 3),
            "trials": len(self.results),
        }

    def _mean(self, name: str, digits: int) -> Average:
        return mean([getattr(result, name) for result in self.results], digits=digits)


def measure_endurance(
    config: CampaignConfig, asked: EnduranceTrial, *, robots: int, jobs: int
) -> EnduranceReport:
    """Run long walks as specified by `asked`, whose number is ignored."""
    trials = [replace(asked, number=number) for number in range(robots)]
    return EnduranceReport(run_campaign(config, trials, walk_on, jobs=jobs, label="long walks"))


def walk_on(context: TrialContext, trial: EnduranceTrial) -> EnduranceResult:
    """Run one long walk."""
    warming = replace(context, plant=context.plant.with_heat())
    simulation = warming.simulation(trial.number)
    legs = context.settings.robot.leg_joints
    rng = stream(trial.number, Stream.PUSH_PHASES)
    part, begin = _PART * trial.seconds, STAND + RAMP
    falls = pushes = walked = cycles = 0
    down, derated_after, hottest, next_push = False, math.nan, 0.0, trial.every
    looks: list[_Look] = []
    while simulation.time < trial.seconds:
        if trial.impulse and simulation.time >= next_push:
            towards = TOWARDS[DIRECTIONS[(trial.number + pushes) % len(DIRECTIONS)]]
            push = Push(towards, trial.impulse)
            simulation.disturb(push, after=float(rng.uniform(0.0, DOUBLE_STEP)))
            pushes, next_push = pushes + 1, next_push + trial.every
        asked = ramped((trial.speed, 0.0, 0.0), simulation.time)
        outcome = simulation.step(context.asked(asked))
        falls += outcome.leaf in FALL_PROTECTION and not down
        down = outcome.leaf in FALL_PROTECTION
        cycles, walked = cycles + 1, walked + (outcome.leaf in WALK)
        if (frame := simulation.frame) is not None:
            hottest = max(hottest, *(frame.temperatures[joint] for joint in legs))
            if math.isnan(derated_after) and any(frame.status[joint] for joint in legs):
                derated_after = simulation.time
        if simulation.time >= LOOK * (len(looks) + 1):
            x, y, _ = simulation.observed.torso_position
            looks.append((simulation.time, x, y))
    return EnduranceResult(
        seconds=simulation.time,
        falls=falls,
        pushes=pushes,
        walking=walked / cycles,
        derated_after=derated_after,
        hottest=hottest,
        first_speed=speed_within(looks, begin, begin + part),
        last_speed=speed_within(looks, trial.seconds - part, trial.seconds),
    )


def speed_within(looks: Sequence[_Look], begin: float, end: float) -> float:
    """Return the mean speed over ground in a part of a walk, m/s; NaN if no segment is in it.

    Args:
        looks: Times and positions; a segment joins two successive ones.
        begin: Start of the part, s; a segment belongs to the part that contains its middle.
        end: End of the part, s.
    """
    within = [
        (before, after)
        for before, after in pairwise(looks)
        if begin <= 0.5 * (before[0] + after[0]) < end
    ]
    time = sum(after[0] - before[0] for before, after in within)
    way = sum(math.dist(before[1:], after[1:]) for before, after in within)
    return way / time if within else math.nan
