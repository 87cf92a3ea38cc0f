"""`hsm measure drive`: a wheeled robot drives to poses, judged by its true position.

The time is compared with the least possible one under the limits of velocity, acceleration and
jerk: the longer of the translation along the straight line and the turn, each on its own.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from hsm.campaigns.context import INDIVIDUALS
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, distribution
from hsm.campaigns.streams import Stream, stream
from hsm.console import Bar
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import BaseSettings, BaseSimulation
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.wheeled.limits import DriveLimits
from motions.locomotion.wheeled.profile import Profile

_REST: Final = 1.5
"""Time of rest before a trial, s, in which the gyro bias is learnt."""
_SETTLES: Final = 0.5
"""Time to settle after the call has returned, s."""
_FURTHEST: Final = 2.0
"""Largest distance of random targets, m."""
_ROUNDING: Final = 1.0 + 1e-6


class DrivenRobot(Protocol):
    """A simulated wheeled robot with its services.

    Attributes:
        motion: ALMotion.
    """

    motion: Any

    def sleep(self, seconds: float) -> None:
        """Let the robot move for a time, s."""


@dataclass(frozen=True, slots=True)
class DriveResult:
    """Result of one target.

    Attributes:
        arrived: The call reported arrival.
        off: True position error, m.
        off_turn: True heading error, rad.
        most: Largest true velocity, acceleration or jerk, as a share of its limit.
        time_ratio: Duration of the call as a multiple of the least possible.
    """

    arrived: bool
    off: float
    off_turn: float
    most: float
    time_ratio: float


@dataclass(frozen=True, slots=True)
class DriveReport(CampaignReport):
    """Results of all targets."""

    results: tuple[DriveResult, ...]

    def findings(self) -> Findings:
        """Return the findings."""
        found = self.results
        turns, ratios = [r.off_turn for r in found], [result.time_ratio for result in found]
        return {
            "arrived": Rate.of(found, lambda result: result.arrived),
            "trials": len(found),
            "off_mm": distribution([1e3 * result.off for result in found], "max", digits=2),
            "off_deg": distribution(map(math.degrees, turns), "max", digits=3),
            "over_limit": Rate.of(found, lambda result: result.most > _ROUNDING),
            "time_ratio": distribution(ratios, "median", "max", digits=3),
        }


def measure_drive(
    settings: BaseSettings, reach: Callable[[BaseSimulation], DrivenRobot], *, trials: int
) -> DriveReport:
    """Measure robots that drive to random targets.

    Args:
        settings: Settings of the base.
        reach: Adds the services to a simulated base.
        trials: Number of targets; trial k is driven by robot k mod 10, with seed k.
    """
    results = []
    with Bar("targets", trials) as bar:
        for number in range(trials):
            results.append(_drive(settings, reach, number))
            bar.to(number + 1)
    return DriveReport(tuple(results))


def target(number: int) -> tuple[float, float, float]:
    """Return the target of a trial: x and y, m, and theta, rad."""
    chance = stream(number, Stream.PROGRAM)
    way, direction, theta = chance.uniform(
        (0.05, -math.pi, -math.pi), (_FURTHEST, math.pi, math.pi)
    )
    return way * math.cos(direction), way * math.sin(direction), float(theta)


def least_time(move: Sequence[float], limits: DriveLimits) -> float:
    """Return the least time from rest to rest, s.

    Args:
        move: x, y and theta, m and rad.
        limits: Limits of velocity, acceleration and jerk.
    """
    x, y, theta = move
    plane = Profile(math.hypot(x, y), limits.velocity, limits.acceleration, limits.jerk)
    turn = Profile(abs(theta), limits.turn_velocity, limits.turn_acceleration, limits.turn_jerk)
    return max(plane.duration, turn.duration)


class LimitJudge:
    """Differentiates the true velocity numerically, and compares the results with limits.

    Attributes:
        most: Largest share of any limit so far.
    """

    def __init__(self, simulation: BaseSimulation, limits: DriveLimits) -> None:
        """Start with a base at rest.

        Args:
            simulation: Simulation of the base.
            limits: Limits of velocity, acceleration and jerk.
        """
        self.most = 0.0
        self._simulation, self._cycle = simulation, simulation.settings.model.cycle
        self._plane = (limits.velocity, limits.acceleration, limits.jerk)
        self._turn = (limits.turn_velocity, limits.turn_acceleration, limits.turn_jerk)
        self._last: tuple[list[complex], list[complex]] | None = None

    def look(self, _: BaseOutcome) -> None:
        """Process one cycle."""
        truth = self._simulation.truth()
        plane, turn = [complex(truth.vx, truth.vy)], [complex(truth.turn)]
        for order in range(2):
            last = self._last
            plane.append((plane[order] - last[0][order]) / self._cycle if last else 0j)
            turn.append((turn[order] - last[1][order]) / self._cycle if last else 0j)
        self._last = plane, turn
        for found, most in ((plane, self._plane), (turn, self._turn)):
            shares = (abs(value) / limit for value, limit in zip(found, most, strict=True))
            self.most = max(self.most, *shares)


def _drive(
    settings: BaseSettings, reach: Callable[[BaseSimulation], DrivenRobot], number: int
) -> DriveResult:
    simulation = BaseSimulation(settings, robot=number % INDIVIDUALS, seed=number)
    robot = reach(simulation)
    robot.motion.wakeUp()
    robot.sleep(_REST)
    move, limits = target(number), settings.drive.default
    judge = LimitJudge(simulation, limits)
    simulation.after = judge.look
    start, begin = simulation.truth(), simulation.time
    arrived = robot.motion.moveTo(*move)
    seconds = simulation.time - begin
    robot.sleep(_SETTLES)
    end = simulation.truth()
    goal = Pose2(start.x, start.y, start.heading) @ Pose2(*move)
    return DriveResult(
        bool(arrived),
        math.hypot(end.x - goal.x, end.y - goal.y),
        abs(angle_difference(end.heading, goal.heading)),
        judge.most,
        seconds / least_time(move, limits),
    )
