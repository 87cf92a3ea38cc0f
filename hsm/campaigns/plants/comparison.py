"""Repeats a recorded walk on plants, to find the one that behaves like the robot of the log.

The requests of the log are given to robots of every plant, with the current walk. Tracking errors,
lags, currents, sole forces and attitude are compared with the log's, in units of the standard
deviation among robots of the plant `standard`, whichever plants are compared. The root mean square
over all figures is the distance of a plant: near 1, the log could be from another of its robots.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

import numpy as np

from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.plants.joint_tracking import WalkedCycle
from hsm.campaigns.plants.signature import TOO_BRIEF, Signature, signature
from hsm.campaigns.plants.walk_log import WalkLog
from hsm.campaigns.report import CampaignReport, Findings, with_intervals
from hsm.campaigns.statistics import Average, mean
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.chart.leaves import WALK_DELAY_PHASE, WALK_STEPPING
from hsm.errors import HsmError
from hsm.runs.mcap_log import LoggedCycle
from motions.requests import MotionRequest

_SETTLED = 2.0
"""Time of stepping that is ignored at first, s."""
_LEAST_SHARE = 0.02
"""Least standard deviation of a figure, as a share of the log's value."""

_REFERENCE = "standard"
_UNIT = (
    "distance: root mean square difference of all figures, in standard deviations among robots of"
    f" the plant {_REFERENCE}; near 1, the log could be from another robot of that plant"
)
_UNIT_OF_RUNS = (
    "distance: root mean square difference of all figures, in units of"
    f" {100.0 * _LEAST_SHARE:g} % of the log's"
)


class NoFigures(Enum):
    """Why a robot that repeated the log's requests has no figures."""

    FELL = "fell"
    BRIEF = "stepped too briefly"


Requests = tuple[tuple[float, MotionRequest], ...]
"""Requests and the times from which they hold, s, in ascending order."""


@dataclass(frozen=True, slots=True)
class Comparison(CampaignReport):
    """Comparison of a log with plants, or with other runs.

    Attributes:
        log: Figures of the log.
        others: By the name of the plant, the figures of each robot in order of the numbers, or why
            it has none.
        reference: Likewise those of the reference plant, among whose robots figures are spread;
            empty for a comparison with runs.
    """

    log: Signature
    others: Mapping[str, Sequence[Signature | NoFigures]]
    reference: Sequence[Signature | NoFigures] = ()

    def figure(self, name: str, key: str) -> Average:
        """Return the mean of a figure over the robots of a plant that have figures."""
        walked = _walked(self.others[name])
        return mean([found[key] for found in walked.values()], list(walked))

    def without(self, name: str, why: NoFigures) -> int:
        """Return how many robots of a plant have no figures for the given reason."""
        return sum(found is why for found in self.others[name])

    def spread(self, key: str) -> float:
        """Return the standard deviation of a figure among robots of the reference plant."""
        within = [found[key] for found in _walked(self.reference).values()]
        least = _LEAST_SHARE * abs(self.log[key]) + 1e-9
        return max(least, float(np.std(within, ddof=1))) if len(within) > 1 else least

    def distance(self, name: str) -> float:
        """Return a plant's distance from the log in standard deviations; NaN without figures."""
        if not _walked(self.others[name]):
            return math.nan
        squares = [
            ((self.figure(name, key).value - of_log) / self.spread(key)) ** 2
            for key, of_log in self.log.items()
        ]
        return math.sqrt(float(np.mean(squares)))

    @property
    def nearest(self) -> str | None:
        """Return the plant nearest to the log; None if no robot of any plant has figures."""
        walked = [name for name, robots in self.others.items() if _walked(robots)]
        return min(walked, key=self.distance, default=None)

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        if self.nearest is not None:
            return ""
        return f"all robots of {', '.join(self.others)} fell or stepped too briefly"

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            "log": {key: round(found, 4) for key, found in self.log.items()},
            "nearest": self.nearest,
            "others": {
                name: {
                    "distance": round(self.distance(name), 3) if walked else None,
                    "robots": len(walked),
                    **{why.name.lower(): self.without(name, why) for why in NoFigures},
                    "figures": with_intervals(
                        {key: self.figure(name, key) for key in self.log} if walked else {}
                    ),
                }
                for name in self.others
                for walked in (_walked(self.others[name]),)
            },
        }

    def text(self) -> str:
        """Return a table for people: a line per figure, a column per plant, and what it means."""
        width = {name: max(14, len(name) + 2) for name in self.others}
        lines = [f"{'':<24}{'log':>10}" + "".join(f"{name:>{w}}" for name, w in width.items())]
        for key, found in self.log.items():
            cells = (f"{self._cell(name, key):>{w}}" for name, w in width.items())
            lines.append(f"{key:<24}{found:>10.2f}" + "".join(cells))
        cells = (f"{self.distance(name):>{w}.2f}" for name, w in width.items())
        lines.append(f"{'distance':<34}" + "".join(cells))
        lines += [
            f"{name}: {count} {why.value}"
            for name in self.others
            for why in NoFigures
            if (count := self.without(name, why))
        ]
        return "\n".join(
            [*lines, _UNIT if self.reference else _UNIT_OF_RUNS, *self._nearest_told()]
        )

    def _cell(self, name: str, key: str) -> str:
        return f"{self.figure(name, key).value:.2f}" if _walked(self.others[name]) else "-"

    def _nearest_told(self) -> list[str]:
        """Return the nearest of several plants in words, and those that are not excluded."""
        if len(self.others) < 2:
            return []
        if self.nearest is None:
            return ["nearest: none"]
        least = f"{self.distance(self.nearest):.2f}"
        equal = [name for name in self.others if f"{self.distance(name):.2f}" == least]
        near = [
            name
            for name in self.others
            if self.reference and name not in equal and self.distance(name) <= 1.0
        ]
        told = f"nearest: {', '.join(equal)}{' (equally near)' if len(equal) > 1 else ''}"
        return [told + (f"; not excluded, within 1: {', '.join(near)}" if near else "")]


def _walked(robots: Sequence[Signature | NoFigures]) -> dict[int, Signature]:
    """Return the figures of robots by number, without robots that have none."""
    return {n: found for n, found in enumerate(robots) if not isinstance(found, NoFigures)}


def compare_with_plants(
    log: WalkLog, plants: Sequence[str], *, robots: int, jobs: int
) -> Comparison:
    """Repeat the requests of a recorded walk on robots of some plants.

    Args:
        log: The walk.
        plants: Names of plants.
        robots: Number of robots per plant.
        jobs: Number of processes.

    Raises:
        HsmError: If the log contains no walk of sufficient duration.
    """
    of_log = _of_log(log)
    run = partial(ask_again, _requests(log.cycles), log.cycles[-1].time)
    found = {
        plant: run_campaign(CampaignConfig(plant), range(robots), run, jobs=jobs, label=plant)
        for plant in dict.fromkeys((*plants, _REFERENCE))
    }
    return Comparison(of_log, {plant: found[plant] for plant in plants}, found[_REFERENCE])


def compare_with_runs(log: WalkLog, others: Mapping[str, WalkLog]) -> Comparison:
    """Compare a recorded walk with others.

    Raises:
        HsmError: If one of them contains no walk of sufficient duration.
    """
    return Comparison(_of_log(log), {name: [_of_log(other)] for name, other in others.items()})


def ask_again(
    requests: Requests, end: float, context: TrialContext, number: int
) -> Signature | NoFigures:
    """Repeat the requests of the log on one robot until its end, s, and return its figures."""
    simulation = context.simulation(number)
    watch = FallWatch(simulation.observed.torso_height)
    gathered = _Gathered()
    coming = iter((*requests, (math.inf, MotionRequest())))
    at, following = next(coming)
    request = MotionRequest()
    while simulation.time < end:
        while simulation.time >= at:
            request = following
            at, following = next(coming)
        outcome = simulation.step(request)
        if watch.look(simulation, outcome):
            return NoFigures.FELL
        gathered.look(
            simulation.time,
            outcome.leaf,
            simulation.frame,
            outcome.command.positions,
        )
    try:
        return signature(context.settings.robot, gathered.longest)
    except ValueError:  # a log may start in mid-walk, whereas this robot has to start walking first
        return NoFigures.BRIEF


class _Gathered:
    """The longest uninterrupted stretch of stepping, without the time to settle."""

    def __init__(self) -> None:
        self.longest: list[WalkedCycle] = []
        self._stretch: list[WalkedCycle] = []
        self._since = math.nan
        self._frame: SensorFrame | None = None

    def look(
        self, time: float, leaf: str, frame: SensorFrame | None, requested: Sequence[float]
    ) -> None:
        """Add one cycle; a delay between two steps does not interrupt them."""
        self._frame = frame or self._frame
        walks = not math.isnan(self._since)
        if leaf not in WALK_STEPPING and not (walks and leaf in WALK_DELAY_PHASE):
            self._since, self._stretch = math.nan, []
            return
        if not walks:
            self._since = time
        if self._frame is None or time < self._since + _SETTLED:
            return
        self._stretch.append(WalkedCycle(self._frame, requested))
        if len(self._stretch) > len(self.longest):
            self.longest = self._stretch


def _of_log(log: WalkLog) -> Signature:
    gathered = _Gathered()
    for cycle in log.cycles:
        gathered.look(cycle.time, cycle.leaf, cycle.frame, cycle.commanded)
    try:
        return signature(log.robot, gathered.longest)
    except ValueError as error:
        refused = HsmError(
            f"{log.path} holds no walk of sufficient duration: {error}, without the first "
            f"{_SETTLED:g} s"
        )
        least = _SETTLED + TOO_BRIEF * log.robot.cycle
        refused.hint = f"Give a walk of more than {least:.1f} s, or another part: --from, --to."
        raise refused from error


def _requests(cycles: Sequence[LoggedCycle]) -> Requests:
    found: list[tuple[float, MotionRequest]] = []
    for cycle in cycles:
        if cycle.request is not None and (not found or cycle.request != found[-1][1]):
            found.append((cycle.time, cycle.request))
    return tuple(found)
