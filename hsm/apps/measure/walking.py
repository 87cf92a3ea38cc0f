"""Measurements of the walk: `walk`, `endurance`, `odometry`, `push`."""

from dataclasses import replace
from typing import Annotated

import typer

from hsm.apps.measure.options import (
    Held,
    Jobs,
    Seeds,
    Stood,
    WhichWalk,
    demand_profile_heeded,
    in_physics,
    keys_of,
    over_the_walk,
    tell_beyond,
)
from hsm.apps.options import (
    Json,
    TurningSpeed,
    WalkPatch,
    demand_heeded,
    number,
    push_impulse,
    trials,
    walking_speed,
)
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.report import CampaignReport, show
from hsm.campaigns.walking.endurance import EnduranceReport, EnduranceTrial, measure_endurance
from hsm.campaigns.walking.engines import Engine
from hsm.campaigns.walking.odometry import OdometryReport, OdometryTrial, measure_odometry
from hsm.campaigns.walking.odometry_fit import measure_fit
from hsm.campaigns.walking.push import PushReport, measure_push
from hsm.campaigns.walking.walk import ON_THE_SPOT, Chance, WalkReport, measure_walk
from hsm.campaigns.walking.walking_trial import STAND, Speed
from hsm.simulated.floors import lay_floors

app = typer.Typer()
Floors = Annotated[
    list[str] | None,
    typer.Option(
        "--floor",
        metavar="NAME",
        help="carpet, tiles or wood instead of turf; if repeated, crossed one after another.",
        show_default=False,
    ),
]


@app.command(epilog=keys_of(WalkReport))
@in_physics
def walk(
    context: typer.Context,
    config: CampaignConfig,
    forward: Annotated[float, walking_speed()] = 0.0,
    left: Annotated[float, walking_speed()] = 0.0,
    turn: TurningSpeed = 0.0,
    in_place: Annotated[bool, typer.Option(help="Step on the spot.")] = False,
    random: Annotated[
        bool, typer.Option(help="Draw a new speed within the profile every 2 s.")
    ] = False,
    drawn: Annotated[
        bool, typer.Option(help="Draw a new speed within the profile for every trial.")
    ] = False,
    hold: Held = 30.0,
    seeds: Seeds = 20,
    patch: WalkPatch = None,
    floor: Floors = None,
    cables: Annotated[int, number(0, 20, "Number of cables across the path.")] = 0,
    jobs: Jobs = 2,
    engine: WhichWalk = Engine.PRESSURE,
    step_height: Annotated[
        float | None,
        number(5.0, 35.0, "Step height of the preview walk, mm (default: 20)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Walk at one speed: reached speed, falls, distance, step duration."""
    if in_place + random + drawn > 1:
        raise typer.BadParameter("--in-place, --random and --drawn are mutually exclusive")
    if not (in_place or random or drawn or forward or left or turn):
        raise typer.BadParameter(
            "give a speed: --forward, --left, --turn, --in-place, --random or --drawn"
        )
    if in_place or random or drawn:
        why = "--in-place, --random and --drawn determine the speed"
        demand_heeded(context, ("forward", "left", "turn"), why)
    speed = ON_THE_SPOT if in_place else (forward, left, turn)
    asked: Speed | Chance = "random" if random else "drawn" if drawn else speed
    if not (random or drawn):  # those are drawn within the profile
        demand_profile_heeded(context, engine)
    if step_height is not None and engine is not Engine.PREVIEW:
        raise typer.BadParameter("--step-height requires --engine preview")
    chosen = replace(
        config,
        patches=over_the_walk(patch, engine),
        props=lay_floors(floor or (), cables),
        engine=engine,
        step_height=None if step_height is None else 1e-3 * step_height,
    )
    laid = {"floor": floor or ["turf"], "cables": cables, "hold_s": hold}
    if isinstance(asked, str):
        laid["profile"] = config.profile  # of any engine: the speeds are drawn within it
    else:
        tell_beyond(chosen, asked)
    report = measure_walk(chosen, asked, trials=seeds, hold=hold, jobs=jobs)
    show(report, chosen.setup | laid, as_json=as_json)


@app.command(epilog=keys_of(EnduranceReport))
@in_physics
def endurance(
    context: typer.Context,
    config: CampaignConfig,
    minutes: Annotated[float, number(0.1, 600.0, "Walking time of each robot, min.")] = 60.0,
    forward: Annotated[float, walking_speed()] = 0.15,
    impulse: Annotated[float, number(0.0, 100.0, "Impulse of a push, N s within 0.1 s.")] = 1.0,
    every: Annotated[float, number(2.0, 3600.0, "Time between pushes, s.")] = 20.0,
    seeds: Annotated[int, trials("Number of robots.")] = 1,
    patch: WalkPatch = None,
    jobs: Jobs = 2,
    engine: WhichWalk = Engine.PRESSURE,
    as_json: Json = False,
) -> None:
    """Walk without a pause under pushes while the motors warm up: falls, heat, remaining speed."""
    if forward == 0.0:
        raise typer.BadParameter("--forward 0 is not a walk")
    if impulse == 0.0:
        demand_heeded(context, ("every",), "with --impulse 0 there are no pushes")
    demand_profile_heeded(context, engine)
    chosen = replace(config, patches=over_the_walk(patch, engine), engine=engine)
    tell_beyond(chosen, (forward, 0.0, 0.0))
    asked = EnduranceTrial(0, 60.0 * minutes, forward, impulse, every)
    report = measure_endurance(chosen, asked, robots=seeds, jobs=jobs)
    pushed = {"impulse_ns": impulse, **({"every_s": every} if impulse else {})}
    given = {"forward_m_per_s": forward, "minutes": minutes, **pushed}
    show(report, chosen.setup | given, as_json=as_json)


@app.command(epilog=keys_of(OdometryReport))
@in_physics
def odometry(
    context: typer.Context,
    config: CampaignConfig,
    forward: Annotated[
        float | None, walking_speed("Speed, m/s (default: 0.2, or 0 with --left).")
    ] = None,
    left: Annotated[float, walking_speed()] = 0.0,
    turn: TurningSpeed = 0.0,
    way: Annotated[float, number(0.1, 100.0, "Length of the walk, m.")] = 5.0,
    stand: Stood = STAND,
    fit: Annotated[
        bool,
        typer.Option("--fit", help="Fit the correction to 12 speeds, with --seeds walks each."),
    ] = False,
    seeds: Seeds = 10,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk a distance and compare the robot's odometry with its true position."""
    report: CampaignReport
    given: dict[str, object] = {}
    if fit:
        why = "--fit uses its own speeds and distances"
        demand_heeded(context, ("forward", "left", "turn", "way", "stand"), why)
        report = measure_fit(config, seeds=seeds, jobs=jobs)
    elif forward == left == 0.0:
        raise typer.BadParameter("--forward 0 without --left is not a walk")
    else:
        ahead = 0.0 if left else 0.2
        speed = (ahead if forward is None else forward, left, turn)
        asked = OdometryTrial(0, speed, way, stand)
        tell_beyond(config, speed)
        report = measure_odometry(config, asked, trials=seeds, jobs=jobs)
        given = {"requested": list(speed), "way_m": way, "stand_s": stand}
    show(report, config.setup | given, as_json=as_json)


@app.command(epilog=keys_of(PushReport))
@in_physics
def push(
    context: typer.Context,
    config: CampaignConfig,
    impulse: Annotated[float, push_impulse("Impulse of the push, N s within 0.1 s.")] = 1.0,
    forward: Annotated[float, walking_speed("Walking speed, m/s.")] = 0.15,
    lean: Annotated[
        float | None,
        number(0.1, 100.0, "Push sideways with this force for 0.4 s instead, N."),
    ] = None,
    seeds: Annotated[int, trials("Seeds per direction and phase.")] = 5,
    patch: WalkPatch = None,
    jobs: Jobs = 2,
    engine: WhichWalk = Engine.PRESSURE,
    as_json: Json = False,
) -> None:
    """Push the walking robot: 4 directions x 4 phases of the step x seeds."""
    if forward == 0.0:
        raise typer.BadParameter("--forward 0 is not a walk: pushes wait for a step")
    demand_profile_heeded(context, engine)
    if lean is not None:
        demand_heeded(context, ("impulse",), "--lean applies a force instead; give one of the two")
    chosen = replace(config, patches=over_the_walk(patch, engine), engine=engine)
    tell_beyond(chosen, (forward, 0.0, 0.0))
    report = measure_push(chosen, impulse, forward, seeds=seeds, jobs=jobs, lean=lean)
    pushed = {"impulse_ns": impulse} if lean is None else {"lean_n": lean}
    show(report, chosen.setup | {"forward_m_per_s": forward} | pushed, as_json=as_json)
