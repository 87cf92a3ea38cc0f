"""A report of every measure, made up of sixty trials that differ, without physics.

A measure that is not listed gets one by the types of its report's fields.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from hardware.disturbance import DIRECTIONS
from hardware.robots.nao import Joint
from hsm.apps.measure.cli import app
from hsm.campaigns.ablation.rows import AS_SHIPPED, AblationRow
from hsm.campaigns.ablation.table import AblationReport
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.destinations.around import AroundReport, AroundResult
from hsm.campaigns.destinations.goto import GotoReport
from hsm.campaigns.destinations.goto_trial import GotoResult
from hsm.campaigns.falling.detector_curve import CurvePoint
from hsm.campaigns.falling.dive import DIVES, DiveReport
from hsm.campaigns.falling.dive_trial import DiveResult
from hsm.campaigns.falling.falling_trial import FallResponse, FallResult
from hsm.campaigns.falling.falls import ByDirection, FallsReport
from hsm.campaigns.falling.impact_forces import CONTACTS, USUAL
from hsm.campaigns.falling.pushed_walk import PushedWalk
from hsm.campaigns.get_up.get_up import SIDES, GetUpReport, GetUpResult
from hsm.campaigns.get_up.get_up_ablation import GetUpAblation, Part
from hsm.campaigns.get_up.motor_load import MotorLoad, TorqueShare
from hsm.campaigns.handling.lift import LiftReport, LiftResult
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.kicks.dribble import DribbleReport, DribbleResult
from hsm.campaigns.kicks.intercept import InterceptReport, InterceptResult
from hsm.campaigns.kicks.kick import KickReport
from hsm.campaigns.kicks.kick_trial import KickResult
from hsm.campaigns.limits.difficulties import Difficulty
from hsm.campaigns.limits.limits import LimitsReport
from hsm.campaigns.limits.search import RobotLimit
from hsm.campaigns.machine.fuzz import EpisodeResult, RandomReport
from hsm.campaigns.plants.plant import PlantReport
from hsm.campaigns.plants.plant_trial import PlantResult
from hsm.campaigns.plants.published_figures import FIGURES
from hsm.campaigns.programs.calls import CallsReport
from hsm.campaigns.programs.naoqi import NaoqiReport, ProgramCase, ProgramResult
from hsm.campaigns.programs.stops import End, StopResult, StopsReport
from hsm.campaigns.registry import module_of
from hsm.campaigns.report import CampaignReport
from hsm.campaigns.statistics import Rate, mean, median
from hsm.campaigns.tuning.study import Effort, Judged, Study
from hsm.campaigns.tuning.tuning_file import find_tuning, load_tuning
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.odometry import OdometryReport, OdometryResult
from hsm.campaigns.walking.odometry_fit import FitReport, FitResult
from hsm.campaigns.walking.push import PushReport
from hsm.campaigns.walking.walk import WalkReport
from hsm.campaigns.walking.walking_trial import WalkResult
from motions.kicks.wish import KickKind
from motions.kinematics.geometry import Pose2

TRIALS = 60
"""Enough for a 95th percentile to have an interval."""
NAN = math.nan


def _walk(number: int) -> WalkResult:
    a = 0.01 * number
    fell_at = 7.0 if number == 3 else NAN
    return WalkResult(fell_at, (0.2 + a, 0.1 + a, a), 5.0, 0.25 + a, a, 0.5 + a, 0.5 + a)


def _load(number: int) -> MotorLoad:
    return MotorLoad(
        *(TorqueShare(0.01 * number + least, Joint.L_KNEE_PITCH) for least in (0.3, 0.8, 1))
    )


def _get_up(number: int) -> GetUpResult:
    stood_after = NAN if number == 0 else 4.0 + 0.01 * number
    return GetUpResult(stood_after, number % 2, _load(number), float(number), number != 5)


def _dive(number: int) -> DiveResult:
    a = 0.01 * number
    return DiveResult(
        number != 7, 0.8 + a, 0.7 + a, number, 2.0 * number, 0.4 + a, 0.8, Joint.L_KNEE_PITCH,
        _get_up(number),
    )  # fmt: skip


def fall_of(number: int) -> FallResult:
    a = 0.01 * number
    alarms = (0.2 + a, NAN if number == 2 else 0.3 + a)
    fell = number != 4
    return FallResult(
        number,
        fell,
        0.5 + a,
        0.6 + 3.0 * a,
        0.3 + 2.0 * a,
        alarms,
        number,
        2.0 * number,
        _load(number),
    )


def _goto(number: int) -> GotoResult:
    off = 0.01 + 0.001 * number
    return GotoResult(
        fell=number == 3,
        seconds=10.0 + 0.1 * number,
        exact=9.0,
        believed=off,
        believed_turn=off,
        true=off,
        true_turn=off,
        viewed=40 - number % 2,
        steps=40,
        walked=2.1 + 0.01 * number,
        shortest=2.0,
    )


def _around(number: int) -> AroundResult:
    a = 0.01 * number
    return AroundResult(number == 3, number == 4, 9.0 + a, 0.01 + a, 0.02 + a)


def _kick(number: int) -> KickResult:
    a = 0.01 * number
    return KickResult(number == 3, True, number == 4, a, 4.0 + a, 4.5, 7.0 + a, 0.8 + a, True)


def _dribble(number: int) -> DribbleResult:
    a = 0.01 * number
    return DribbleResult(number == 3, number != 3, 0.2 + a, a, 5 + number, 0.1 + a)


def _intercept(number: int) -> InterceptResult:
    a = 0.01 * number
    return InterceptResult(number == 3, number != 4, 0.15 + 2.0 * a, number == 2, 0.4 + a)


def _lift(number: int) -> LiftResult:
    return LiftResult(True, 0.1 + 0.01 * number, number == 6, 0.3, number != 6, ("Stand.Normal",))


def _program(number: int) -> ProgramResult:
    off = 0.004 + 0.001 * number
    return ProgramResult(
        True, number == 2, 9.0 + off, 16 - number % 2, (off, 2.0 * off), (off, off), 10, number % 2
    )


def _stop(number: int) -> StopResult:
    a = 0.01 * number
    return StopResult(
        number // 2, number % 2 == 1, NAN if number == 3 else 0.2 + a, 0.6 + a, number == 5
    )


def _row(name: str) -> AblationRow:
    walks = {course: tuple(map(_walk, range(TRIALS))) for course in COURSES}
    upright = {direction: tuple(k != 1 for k in range(TRIALS)) for direction in DIRECTIONS}
    return AblationRow(name, "off", "summary", walks, upright)


def _get_ups(walk: bool) -> GetUpReport:
    return GetUpReport({side: tuple(map(_get_up, range(TRIALS))) for side in SIDES}, walk=walk)


def _falls() -> FallsReport:
    found: ByDirection = {direction: tuple(map(fall_of, range(TRIALS))) for direction in DIRECTIONS}
    stiff = {
        way: tuple(replace(fall, head=30.0 + fall.number) for fall in falls)
        for way, falls in found.items()
    }
    point = CurvePoint(
        0.06, Rate(1, 19), median([float(k) for k in range(TRIALS)]), 12, Rate(1, 9), 2, 3600.0
    )
    walks = tuple(PushedWalk(60.0, 7, False, (0, 1)) for _ in range(60))
    responses: tuple[FallResponse, ...] = ("protected", "stiff", "limp")
    falls = {response: found for response in responses} | {"stiff": stiff}
    elsewhere = {contact: falls for contact in CONTACTS if contact != USUAL}
    return FallsReport(4.5, falls, walks, (point,), elsewhere)


def _study() -> Study:
    def judged(least: float, first: int) -> Judged:
        costs = [least + 0.1 * k for k in range(TRIALS)]
        parts = {
            "falls": Rate(2, 120),
            "pushes_lost": Rate(9, 80),
            "speed_error": mean(costs),
            "oscillation": mean(costs),
        }
        return Judged({"step.lift_mm": 15.0}, parts, tuple(costs), first)

    tuning = load_tuning(find_tuning("walk"))
    effort = Effort(2, TRIALS, 0, TRIALS)
    judgements = (judged(2.0, 0), judged(1.0, 0), judged(2.0, 100), judged(1.5, 100))
    return Study(CampaignConfig("worn", randomised=True), tuning, effort, "Optuna", *judgements)


def _walks(asked: object) -> Callable[[], CampaignReport]:
    return lambda: WalkReport(asked, tuple(map(_walk, range(TRIALS))))  # type: ignore[arg-type]


def _limits() -> LimitsReport:
    limits = [RobotLimit((0.5, 3.0, 0.5), withstood) for withstood in range(5)]
    return LimitsReport({AS_SHIPPED: {Difficulty.MASS: limits}})


def _odometry() -> OdometryReport:
    ends = [Pose2(1.0, 0.001 * k, 0.01 * k) for k in range(TRIALS)]
    return OdometryReport(
        tuple(OdometryResult(k == 3, 2.0, Pose2(1.0, 0.1), end) for k, end in enumerate(ends))
    )


def _fit() -> FitReport:
    return FitReport(
        tuple(
            FitResult(robot, False, sideways, speed, (1.1 + 0.01 * robot) * speed)
            for robot in range(10)
            for sideways in (False, True)
            for speed in (-0.15, -0.08, 0.1, 0.2)
        )
    )


def _plant() -> PlantReport:
    return PlantReport(
        "worn",
        tuple(
            PlantResult(robot, robot == 3, {key: 1.0 + 0.1 * robot for key in FIGURES})
            for robot in range(10)
        ),
    )


def _random() -> RandomReport:
    results = tuple(EpisodeResult(ticks=5000) for _ in range(TRIALS))
    results[3].problems.append("seed 0, episode 3: wrong")
    return RandomReport(results, ("Stand.Normal",))


_OWN: dict[str, Callable[[], CampaignReport]] = {
    "walk": _walks((0.2, 0.1, 0.0)),
    "walk --random": _walks("random"),
    "walk --drawn": _walks("drawn"),
    "odometry": _odometry,
    "odometry --fit": _fit,
    "plant": _plant,
    "push": lambda: PushReport(dict.fromkeys(DIRECTIONS, Rate(79, 80))),
    "goto": lambda: GotoReport(tuple(map(_goto, range(TRIALS)))),
    "around": lambda: AroundReport(tuple(map(_around, range(TRIALS)))),
    "kick": lambda: KickReport({kind.value: tuple(map(_kick, range(TRIALS))) for kind in KickKind}),
    "dribble": lambda: DribbleReport(tuple(map(_dribble, range(TRIALS)))),
    "intercept": lambda: InterceptReport(tuple(map(_intercept, range(TRIALS)))),
    "limits": _limits,
    "tune": _study,
    "get-up": lambda: _get_ups(False),
    "get-up --walk": lambda: _get_ups(True),
    "get-up-ablation": lambda: GetUpAblation(
        CampaignConfig("standard"), {part: _get_ups(False) for part in Part}
    ),
    "dive": lambda: DiveReport({name: tuple(map(_dive, range(TRIALS))) for name in DIVES}),
    "lift": lambda: LiftReport({case: tuple(map(_lift, range(TRIALS))) for case in CASES}),
    "naoqi": lambda: NaoqiReport(ProgramCase.DANCE, tuple(map(_program, range(TRIALS)))),
    "naoqi --case move_to": lambda: NaoqiReport(
        ProgramCase.MOVE_TO, tuple(map(_program, range(TRIALS)))
    ),
    "naoqi --case queue": lambda: NaoqiReport(
        ProgramCase.QUEUE, tuple(map(_program, range(TRIALS)))
    ),
    "naoqi --case calls": lambda: CallsReport(made=1000, answered=999, slowest=0.004),
    "naoqi --case stops": lambda: StopsReport({End.STOP_MOVE: tuple(map(_stop, range(TRIALS)))}),
    "falls": _falls,
    "fuzz": _random,
    "ablation": lambda: AblationReport(
        CampaignConfig("standard"), TRIALS, 15.0, 2.0, (_row(AS_SHIPPED), _row("lean"))
    ),
}
"""Where the types do not say what a report may hold."""


def made_up(kind: Any, number: int = 1) -> Any:
    """Return a value of a type that differs from number to number."""
    inner, origin = get_args(kind), get_origin(kind)
    if origin is Annotated:
        return made_up(inner[0], number)
    if origin is tuple and inner[-1] is Ellipsis:
        return tuple(made_up(inner[0], k) for k in range(TRIALS))
    if origin is tuple:
        return tuple(made_up(each, number) for each in inner)
    if origin in (dict, Mapping):
        return {made_up(inner[0], k): made_up(inner[1], k) for k in range(3)}
    if is_dataclass(kind):
        assert isinstance(kind, type)
        hints = get_type_hints(kind, include_extras=True)
        return kind(**{each.name: made_up(hints[each.name], number) for each in fields(kind)})
    return {bool: number != 3, int: number, float: 0.1 + 0.01 * number}.get(kind, f"no. {number}")


def _by_type(verb: str) -> CampaignReport:
    """Return a report as the function that measures it says that it returns."""
    measure = getattr(import_module(module_of(verb)), f"measure_{verb.replace('-', '_')}")
    report: CampaignReport = made_up(get_type_hints(measure)["return"])
    return report


_VERBS = set(typer.main.get_command(app).commands) - {"readme"}  # type: ignore[attr-defined]
REPORTS = {verb: partial(_by_type, verb) for verb in _VERBS} | _OWN
"""By the words of the command."""
