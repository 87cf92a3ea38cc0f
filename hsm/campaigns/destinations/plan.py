"""`hsm measure plan`: walks to a pose in the step model, by the generator and plain controllers.

Scene k is drawn from k: direction, final heading, distance, first swing foot. Every second scene
has a point of interest at its end, and two of eight, if long, have obstacles. Plain controllers
consider neither, so only scenes without obstacles are compared. The cost of a step is its computing
time on this machine, in this run.
"""

import math
import statistics
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from time import perf_counter

from hardware.robots.model import Side
from hsm.campaigns.destinations.exact_steps import BEHIND, WayScene, seen_after, walked
from hsm.campaigns.destinations.simple_controllers import plain_controllers
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, mean
from hsm.control.assembly import MotionSettings, load_settings
from motions.generators.obstacle_path import Chosen
from motions.generators.situation import PoseTarget, Situation
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_DISTANCES = (0.3, 4.0)
_TURN = math.radians(5.0)
"""Smaller turns are corrections, which do not count, rad."""
_SOON = 4
"""Steps within which a turn reverses the one before: a second."""
_SAME = 0.3
"""Distance within which obstacles before and after a step are the same, m."""
_EXACT = 1e-9
"""Equal steps may differ by rounding."""


@dataclass(frozen=True, slots=True)
class PlanResult:
    """Result of one scene.

    Attributes:
        free: There is no obstacle.
        steps: Number of steps of the generator.
        plain_steps: Number of steps of the best plain controller.
        flips: Number of oscillating turns, plus changes of the side on which obstacles are passed.
        mirrored_differs: The mirrored scene gave other steps.
        turned_differs: The same scene with a full turn added gave other steps.
    """

    free: bool
    steps: int
    plain_steps: int
    flips: int
    mirrored_differs: bool
    turned_differs: bool


@dataclass(frozen=True, slots=True)
class PlanReport(CampaignReport):
    """Results of all scenes.

    Attributes:
        results: Results of the scenes.
        duration: Duration of a step, s.
        costs: Computing time of every step of the generator, s.
        speed_costs: Computing time of as many steps at a requested speed, s.
    """

    results: tuple[PlanResult, ...]
    duration: float
    costs: tuple[float, ...]
    speed_costs: tuple[float, ...]

    def findings(self) -> Findings:
        """Return the findings."""
        free = [(k, each) for k, each in enumerate(self.results) if each.free]
        numbers, duration, costs = [k for k, _ in free], self.duration, sorted(self.costs)
        ours = mean([duration * each.steps for _, each in free], numbers)
        plain = mean([duration * each.plain_steps for _, each in free], numbers)
        return {
            "scenes": len(self.results),
            "compared": len(free),
            "seconds": {"ours": ours, "best_plain": plain},
            "slower": Rate.of([each for _, each in free], lambda r: r.steps > r.plain_steps + 1),
            "flips": Rate.of(self.results, lambda each: each.flips > 0),
            "mirrored_differs": Rate.of(self.results, lambda each: each.mirrored_differs),
            "turned_differs": Rate.of(self.results, lambda each: each.turned_differs),
            "step_us": {
                "median": round(statistics.median(costs) * 1e6, 2),
                "p99": round(costs[int(0.99 * len(costs))] * 1e6, 1),
            },
            "speed_step_us": round(statistics.median(self.speed_costs) * 1e6, 2),
        }


def measure_plan(profile: str, *, trials: int) -> PlanReport:
    """Measure random scenes, one after the other."""
    settings = load_settings(profile)
    limits = StepLimits(settings.robot, settings.walking, settings.profile)
    costs: list[float] = []
    speed_costs: list[float] = []
    results = []
    for number in range(trials):
        scene = drawn_scene(number)
        watched = _Watched(settings, Random(f"speeds {number}"), costs, speed_costs)
        steps = walked(watched.step, limits, scene)
        mirrored = walked(_generator(settings).step, limits, scene.mirrored)
        turned = walked(_generator(settings).step, limits, scene.turned)
        plain = (len(walked(each.step, limits, scene)) for each in plain_controllers())
        results.append(
            PlanResult(
                not scene.obstacles,
                len(steps),
                min(plain),
                _flips(steps) + watched.side_changes,
                mirrored != tuple(Step(each.x, -each.y, -each.turn) for each in steps),
                not _alike(steps, turned),
            )
        )
    return PlanReport(
        tuple(results), settings.walking.step.duration, tuple(costs), tuple(speed_costs)
    )


def drawn_scene(number: int) -> WayScene:
    """Return a scene, drawn from its number alone."""
    rng = Random(f"way {number}")
    far, way = rng.uniform(*_DISTANCES), rng.uniform(-math.pi, math.pi)
    heading = rng.uniform(-math.pi, math.pi)
    x, y = far * math.cos(way), far * math.sin(way)
    interest = None
    if number % 2:
        interest = x + BEHIND * math.cos(heading), y + BEHIND * math.sin(heading)
    obstacles: tuple[Circle, ...] = ()
    if number % 8 >= 6 and far > 1.0:
        obstacles = tuple(_drawn_obstacle(rng, x, y) for _ in range(rng.randint(1, 3)))
    target = PoseTarget(Pose2(x, y, heading), interest)
    return WayScene(target, rng.choice(list(Side)), obstacles)


def _drawn_obstacle(rng: Random, x: float, y: float) -> Circle:
    """Return an obstacle on or beside the straight path from the origin."""
    along = rng.uniform(0.3, 0.7)
    return Circle(along * x + rng.uniform(-0.3, 0.3), along * y + rng.uniform(-0.3, 0.3), 0.1)


def _generator(settings: MotionSettings) -> WalkToPose:
    return WalkToPose(settings.generators.to_pose)


class _Watched:
    """A generator with a stopwatch, which counts changes of side in passing obstacles."""

    def __init__(
        self, settings: MotionSettings, rng: Random, costs: list[float], speed_costs: list[float]
    ) -> None:
        self._generator = _generator(settings)
        self._rng = rng
        self._costs = costs
        self._speed_costs = speed_costs
        self._passing: tuple[Chosen, ...] = ()
        self.side_changes = 0

    def step(self, target: PoseTarget, situation: Situation) -> Step:
        begin = perf_counter()
        step = self._generator.step(target, situation)
        self._costs.append(perf_counter() - begin)
        speed = _drawn_speed(self._rng)
        begin = perf_counter()
        situation.limits.step(speed, situation.swing, situation.last)
        self._speed_costs.append(perf_counter() - begin)
        before = [(seen_after(step, each.x, each.y), each.side) for each in self._passing]
        self._passing = self._generator.passing
        self.side_changes += sum(
            each.side != side and math.dist(place, (each.x, each.y)) < _SAME
            for each in self._passing
            for place, side in before
        )
        return step


def _drawn_speed(rng: Random) -> MotionRequest:
    return MotionRequest(
        Motion.WALK,
        forward=rng.uniform(-0.15, 0.25),
        left=rng.uniform(-0.2, 0.2),
        turn=rng.uniform(-2.0, 2.0),
    )


def _flips(steps: tuple[Step, ...]) -> int:
    """Return the number of oscillating turns: reversals that follow another reversal."""
    turns = [(at, step.turn) for at, step in enumerate(steps) if abs(step.turn) > _TURN]
    taken_back = sum(
        one * other < 0.0 and later - sooner <= _SOON
        for (sooner, one), (later, other) in pairwise(turns)
    )
    return max(taken_back - 1, 0)


def _alike(steps: tuple[Step, ...], others: tuple[Step, ...]) -> bool:
    return len(steps) == len(others) and all(
        max(abs(one.x - other.x), abs(one.y - other.y), abs(one.turn - other.turn)) < _EXACT
        for one, other in zip(steps, others, strict=True)
    )
