"""`hsm measure ablation`: what each design decision of the walk is good for.

The robot walks, turns, side-steps, goes as fast as the profiles allow and is pushed, with
everything as shipped and with every decision the other way round in turn, on the same robots and
seeds.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from hardware.simulation.disturbances import Direction
from hsm.apps.measure.campaign import Setting, World, build_world, run_campaign
from hsm.apps.measure.decisions import decisions, is_active, switched
from hsm.apps.measure.push import DIRECTIONS, PHASES, PushTrial, push_once
from hsm.apps.measure.significance import SURE, paired_difference, share_difference
from hsm.apps.measure.walking_trial import WALKING_SPEED, Speed, WalkResult, ramped, walk
from hsm.errors import HsmError
from hsm.runtime.assembly import load_profile

AS_SHIPPED = "as shipped"


@dataclass(frozen=True, slots=True)
class Course:
    """A walk at one speed.

    Attributes:
        profile: Speed profile that allows it.
        speed: Forward and left, m/s, and turn, rad/s.
    """

    profile: str
    speed: Speed

    def error(self, result: WalkResult) -> float:
        """Return how far a walk missed the speed along what was asked, as a share of it."""
        along = sum(
            asked * reached for asked, reached in zip(self.speed, result.speed, strict=True)
        )
        return abs(along / sum(asked * asked for asked in self.speed) - 1.0)


COURSES = {
    "walk": Course("normal", (0.25, 0.0, 0.0)),
    "turn": Course("normal", (0.0, 0.0, 1.0)),
    "side": Course("normal", (0.0, 0.15, 0.0)),
    "fast": Course("fast", (0.35, 0.0, 0.0)),
    "back": Course("fast", (-0.30, 0.0, 0.0)),
    "diagonal": Course("competition", (0.27, 0.23, 0.0)),
}
"""Three easy ones, and three at the edge of what the walk can do, where it needs what it has."""


@dataclass(frozen=True, slots=True)
class AblationTrial:
    """One trial of one variant.

    Attributes:
        decision: The one that is switched; None for the walk as shipped.
        number: Chooses the robot and the seed.
        course: Name of a course, or the direction of a push.
        phase: Onset of a push, s after the left support.
        hold: Time at the full speed of a course, s.
        impulse: Of a push, N s.
    """

    decision: str | None
    number: int
    course: str
    phase: float
    hold: float
    impulse: float


@dataclass(frozen=True, slots=True)
class Row:
    """All trials of one variant.

    Attributes:
        name: The decision, or `AS_SHIPPED`.
        change: What was done to it: off, on, or nothing.
        summary: What the decision is.
        walks: Results of each course.
        survived: Survived pushes of each direction.
        pushes: Pushes per direction.
    """

    name: str
    change: str
    summary: str
    walks: dict[str, tuple[WalkResult, ...]]
    survived: dict[str, int]
    pushes: int

    @property
    def results(self) -> list[WalkResult]:
        """Return the results of all courses."""
        return [result for results in self.walks.values() for result in results]

    @property
    def falls(self) -> int:
        """Return the falls in all courses."""
        return sum(result.fell for result in self.results)

    @property
    def metres(self) -> float:
        """Return the way of all courses, m; turning on the spot adds little."""
        return sum(result.metres for result in self.results)

    @property
    def unmeasured(self) -> str:
        """Return why there is no speed to tell; empty if there is one."""
        walks = len(self.results)
        return f"all of {walks} walks {self.name} fell" if self.falls == walks else ""

    def speed_errors(self, course: str) -> list[float]:
        """Return the relative speed errors of the trials without a fall, along what was asked."""
        return [COURSES[course].error(result) for result in self.walks[course] if not result.fell]

    def record(self) -> dict[str, object]:
        """Return plain values."""
        errors = {course: _mean(self.speed_errors(course)) for course in self.walks}
        return {
            "change": self.change,
            "summary": self.summary,
            "falls": {c: sum(r.fell for r in results) for c, results in self.walks.items()},
            "walks": {course: len(results) for course, results in self.walks.items()},
            "metres": round(self.metres, 2),
            "falls_per_100_m": _rounded(100.0 * self.falls / self.metres if self.metres else None),
            "speed_error": {course: _rounded(error) for course, error in errors.items()},
            "roll_rate_rad_per_s": _rounded(_mean([r.roll_rate for r in self.results])),
            "pitch_rate_rad_per_s": _rounded(_mean([r.pitch_rate for r in self.results])),
            "push": {
                direction: {"survived": count, "trials": self.pushes}
                for direction, count in self.survived.items()
            },
        }


@dataclass(frozen=True, slots=True)
class AblationReport:
    """The walk as shipped in the first row, and one row per decision.

    Attributes:
        setting: What all trials had in common.
        seeds: Trials per course, and per direction and phase of a push.
        hold: Time at full speed, s.
        impulse: Of the pushes, N s.
        rows: The variants.
    """

    setting: Setting
    seeds: int
    hold: float
    impulse: float
    rows: tuple[Row, ...]

    def record(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "plant": self.setting.plant,
            "randomised": self.setting.randomised,
            "seeds": self.seeds,
            "hold_s": self.hold,
            "impulse_ns": self.impulse,
            "rows": {
                row.name: {**row.record(), "differences": differences(row, self.rows[0])}
                for row in self.rows
            },
        }


def differences(row: Row, shipped: Row) -> list[str]:
    """Return in words what is surely different from the walk as shipped; empty if nothing is."""
    walks, other_walks = len(row.results), len(shipped.results)
    pushes, other_pushes = row.pushes * len(row.survived), shipped.pushes * len(shipped.survived)
    survived, other_survived = sum(row.survived.values()), sum(shipped.survived.values())
    errors, oscillations = [], []
    for course in row.walks:
        for one, other in zip(row.walks[course], shipped.walks[course], strict=True):
            if not one.fell and not other.fell:
                errors.append((COURSES[course].error(one), COURSES[course].error(other)))
                oscillations.append((one.oscillation, other.oscillation))
    compared = {
        "falls": share_difference(row.falls, walks, shipped.falls, other_walks),
        "pushes survived": share_difference(survived, pushes, other_survived, other_pushes),
        "speed error": paired_difference(errors),
        "oscillation": paired_difference(oscillations),
    }
    return [
        f"{'more' if sigma > 0.0 else 'fewer' if name.endswith(('falls', 'survived')) else 'less'}"
        f" {name}"
        for name, sigma in compared.items()
        if abs(sigma) >= SURE
    ]


def measure_ablation(
    setting: Setting,
    only: Sequence[str] = (),
    *,
    seeds: int,
    hold: float,
    impulse: float,
    jobs: int,
) -> AblationReport:
    """Measure the walk as shipped and with each decision switched.

    Args:
        setting: Plant and patches; every course brings its profile.
        only: Decisions to switch; all if empty.
        seeds: Trials per course, and per direction and phase of a push.
        hold: Time at full speed, s.
        impulse: Of the pushes, N s.
        jobs: Processes.

    Raises:
        HsmError: If `only` names what is no decision.
    """
    chosen = _chosen(only)
    trials = [
        AblationTrial(decision, number, course, phase, hold, impulse)
        for decision in (None, *chosen)
        for number in range(seeds)
        for course, phases in _plan()
        for phase in phases
    ]
    results = run_campaign(setting, trials, run_trial, jobs=jobs, label="ablation")
    walking = build_world(setting).settings.walking
    rows = []
    for decision in (None, *chosen):
        mine = [(t, r) for t, r in zip(trials, results, strict=True) if t.decision == decision]
        if decision is None:
            name, change, summary = AS_SHIPPED, "", ""
        else:
            name, summary = decision, chosen[decision]
            change = "off" if is_active(walking, decision) else "on"
        rows.append(_row(name, change, summary, mine, seeds * len(PHASES)))
    return AblationReport(setting, seeds, hold, impulse, tuple(rows))


def run_trial(world: World, trial: AblationTrial) -> WalkResult | bool:
    """Run one trial: the result of a course, or whether a push was survived."""
    if trial.decision is not None:
        walking = switched(world.settings.walking, trial.decision)
        world = replace(world, settings=replace(world.settings, walking=walking))
    course = COURSES.get(trial.course)
    if course is not None:
        settings = replace(world.settings, profile=load_profile(course.profile))
        request = partial(ramped, course.speed)
        return walk(replace(world, settings=settings), trial.number, request, trial.hold)
    direction = next(name for name in DIRECTIONS if name == trial.course)
    push = PushTrial(trial.number, direction, trial.phase, trial.impulse, WALKING_SPEED)
    return push_once(world, push)


def _plan() -> list[tuple[str, tuple[float, ...]]]:
    courses: list[tuple[str, tuple[float, ...]]] = [(name, (0.0,)) for name in COURSES]
    return courses + [(direction, PHASES) for direction in DIRECTIONS]


def _chosen(only: Sequence[str]) -> dict[str, str]:
    known = {decision.name: decision.summary for decision in decisions()}
    unknown = [name for name in only if name not in known]
    if unknown:
        raise HsmError(
            f"no decision of the walk: {', '.join(unknown)}; there are {', '.join(known)}"
        )
    return {name: summary for name, summary in known.items() if not only or name in only}


def _row(
    name: str,
    change: str,
    summary: str,
    results: list[tuple[AblationTrial, WalkResult | bool]],
    pushes: int,
) -> Row:
    walks: dict[str, list[WalkResult]] = {course: [] for course in COURSES}
    survived: dict[Direction, int] = dict.fromkeys(DIRECTIONS, 0)
    for trial, result in results:
        if isinstance(result, WalkResult):
            walks[trial.course].append(result)
        else:
            survived[next(d for d in DIRECTIONS if d == trial.course)] += result
    return Row(
        name,
        change,
        summary,
        {course: tuple(found) for course, found in walks.items()},
        {str(direction): count for direction, count in survived.items()},
        pushes,
    )


def _mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
