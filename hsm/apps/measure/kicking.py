"""Measurements with a ball: `kick`, `dribble`, `intercept`."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.measure.options import Jobs, in_physics, keys_of, over_the_kick
from hsm.apps.options import Json, number, trials
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.kicks.dribble import DribbleReport, DribbleTrial, measure_dribble
from hsm.campaigns.kicks.dribble_course import BallCourse
from hsm.campaigns.kicks.intercept import (
    PASSES,
    SPEED,
    InterceptReport,
    InterceptTrial,
    measure_intercept,
)
from hsm.campaigns.kicks.kick import KickReport, measure_kick
from hsm.campaigns.kicks.kick_trial import KickTrial
from hsm.campaigns.report import show
from motions.kicks.wish import CLEARING, Kick, KickAlignment, KickKind

app = typer.Typer()


@app.command(epilog=keys_of(KickReport))
@in_physics
def kick(
    config: CampaignConfig,
    kind: Annotated[
        list[KickKind] | None,
        typer.Option(help="Kind of kick; may be repeated (default: forward_fast)."),
    ] = None,
    length: Annotated[
        float | None,
        number(0.05, 10.0, "Distance the ball should roll, m (default: as far as possible)."),
    ] = None,
    direction: Annotated[
        float | None,
        number(
            -180.0,
            180.0,
            "Direction of the kick, deg to the left (default: drawn within 45 deg).",
        ),
    ] = None,
    precision: Annotated[
        KickAlignment, typer.Option(help="How precisely the robot aligns itself.")
    ] = KickAlignment.NOT_PRECISE,
    taken: Annotated[
        bool, typer.Option("--taken", help="Take the ball away when the kick begins.")
    ] = False,
    push: Annotated[
        float, number(0.0, 10.0, "Push during the kick, N s: 4 directions, 4 phases.")
    ] = 0.0,
    speed: Annotated[
        float,
        number(0.1, 1.0, "Approach speed as a share of the profile's speed."),
    ] = 1.0,
    patch: Annotated[
        Path | None,
        typer.Option(
            help="YAML file with values that override the kick's file in config/kicks, as written"
            " by `hsm measure tune`; requires a single --kind.",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[int, trials("Trials per kind.")] = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk to a ball a metre away and kick it: hits, falls, direction, length."""
    to = math.radians(direction or 0.0)
    kinds = kind or [KickKind.FORWARD_FAST]
    kicks = [Kick(each, to, length, alignment=precision) for each in kinds]
    asked = [KickTrial(0, kick, direction is None, taken, push, speed) for kick in kicks]
    patched = replace(config, patches=over_the_kick(patch, kinds))
    report = measure_kick(patched, asked, trials=seeds, jobs=jobs)
    aimed = {"direction_deg": "drawn" if direction is None else direction, "length_m": length}
    given = {"precision": precision.value, "taken": taken, "push_ns": push, "speed": speed}
    show(report, patched.setup | aimed | given, as_json=as_json)


@app.command(epilog=keys_of(DribbleReport))
@in_physics
def dribble(
    config: CampaignConfig,
    way: Annotated[float, number(0.5, 10.0, "Distance to dribble the ball, m.")] = 3.0,
    course: Annotated[
        BallCourse, typer.Option(help="Straight ahead, or along an S.")
    ] = BallCourse.STRAIGHT,
    seeds: Annotated[int, trials("Number of balls.")] = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Dribble a ball: speed, straightness, lost balls."""
    report = measure_dribble(config, DribbleTrial(0, way, course), trials=seeds, jobs=jobs)
    show(report, config.setup | {"way_m": way, "course": course.value}, as_json=as_json)


@app.command(epilog=keys_of(InterceptReport))
@in_physics
def intercept(
    config: CampaignConfig,
    kind: Annotated[
        KickKind | None, typer.Option("--kick", help="Kick the ball away when it arrives.")
    ] = None,
    inside_step: Annotated[
        bool,
        typer.Option(
            "--inside-step", help="Also let a step in progress follow the ball, and compare."
        ),
    ] = False,
    oblique: Annotated[
        float,
        number(0.0, 90.0, "Largest angle between a ball's path and straight ahead, deg."),
    ] = 0.0,
    passes: Annotated[
        float, number(0.5, 5.0, "Time after which a ball passes, s; less is harder.")
    ] = PASSES,
    fastest: Annotated[
        float, number(SPEED[0], 3.0, "Largest speed of a ball when it passes, m/s.")
    ] = SPEED[1],
    seeds: Annotated[int, trials("Number of balls.")] = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Roll balls past a standing robot: share that a foot intercepts."""
    if kind is not None and kind not in CLEARING:
        known = ", ".join(each.value for each in CLEARING)
        raise typer.BadParameter(
            f"'{kind.value}' is a kick from standing, too slow for a rolling ball;"
            f" give one of {known}",
            param_hint="--kick",
        )
    asked = InterceptTrial(0, kind, oblique=math.radians(oblique), passes=passes, fastest=fastest)
    report = measure_intercept(config, asked, trials=seeds, jobs=jobs, inside_step=inside_step)
    balls = {"oblique_deg": oblique, "passes_s": passes, "fastest_m_per_s": fastest}
    kicked = {"kick": None if kind is None else kind.value}
    show(report, config.setup | kicked | balls, as_json=as_json)
