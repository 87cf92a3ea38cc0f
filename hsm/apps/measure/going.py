"""Measurements of walks to targets: `goto`, `around`, `naoqi`, `drive`, `plan`, `follow`."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Final

import typer

from hsm.apps.measure.options import (
    Jobs,
    Randomised,
    Seeds,
    Stood,
    WhichWalk,
    demand_profile_heeded,
    in_physics,
    keys_of,
    on_our_model,
)
from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.apps.naoqi.hosting.qi_session import connect
from hsm.apps.naoqi.parameters import MoveEngine
from hsm.apps.naoqi.wheeled.in_physics import WheeledProgram
from hsm.apps.options import FastestWalk, Json, Plant, demand_heeded, number, trials
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.destinations.around import AroundReport, measure_around
from hsm.campaigns.destinations.follow import measure_follow
from hsm.campaigns.destinations.goto import GotoReport, measure_goto
from hsm.campaigns.destinations.goto_trial import GotoTrial
from hsm.campaigns.destinations.plan import measure_plan
from hsm.campaigns.programs.calls import measure_calls
from hsm.campaigns.programs.drive import measure_drive
from hsm.campaigns.programs.naoqi import ProgramCase, measure_naoqi
from hsm.campaigns.programs.stops import measure_stops
from hsm.campaigns.report import show
from hsm.campaigns.walking.engines import Engine
from hsm.campaigns.walking.walking_trial import STAND
from hsm.simulated.base import load_base
from hsm.simulated.simulation import check_plant

app = typer.Typer()
_MOVES: Final = {
    Engine.PRESSURE: MoveEngine.PRESSURE_SWITCHED,
    Engine.PREVIEW: MoveEngine.PREVIEW,
}
_NO_PHYSICS = "steps are executed exactly, without a robot"


@app.command(epilog=keys_of(GotoReport))
@in_physics
def goto(
    context: typer.Context,
    config: CampaignConfig,
    way: Annotated[float, number(0.1, 8.0, "Distance of the target, m.")] = 2.0,
    stand: Stood = STAND,
    look: Annotated[bool, typer.Option(help="Let the robot look where it walks.")] = True,
    pose_seen: Annotated[
        bool, typer.Option(help="Give the robot occasional pose fixes, as localisation would.")
    ] = False,
    obstacles: Annotated[
        int, number(0, 5, "Number of posts in the path, which the robot sees.")
    ] = 0,
    obstacle_speed: Annotated[
        float, number(0.0, 1.0, "Speed at which they cross the robot's path, m/s.")
    ] = 0.0,
    seeds: Seeds = 20,
    jobs: Jobs = 2,
    engine: WhichWalk = Engine.PRESSURE,
    as_json: Json = False,
) -> None:
    """Walk to a pose in any direction: arrivals, falls, seconds, final error."""
    if not obstacles:
        demand_heeded(context, ("obstacle_speed",), "also give the number of --obstacles")
    if engine is Engine.PREVIEW:
        why = "the preview walk plans all steps beforehand, without looking"
        demand_heeded(context, ("look", "pose_seen"), why)
    demand_profile_heeded(context, engine)
    asked = GotoTrial(0, way, stand, look, pose_seen, obstacles, obstacle_speed)
    chosen = replace(config, engine=engine)
    report = measure_goto(chosen, asked, trials=seeds, jobs=jobs)
    given = {"way_m": way, "stand_s": stand, "look": look, "pose_seen": pose_seen}
    passed = {"obstacles": obstacles, "obstacle_speed_m_per_s": obstacle_speed}
    show(report, chosen.setup | given | passed, as_json=as_json)


@app.command(epilog=keys_of(AroundReport))
@in_physics
def around(
    config: CampaignConfig,
    seeds: Seeds = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk around a ball to its far side: balls left untouched, falls, seconds."""
    show(measure_around(config, trials=seeds, jobs=jobs), config.setup, as_json=as_json)


@app.command()
@on_our_model(_NO_PHYSICS)
def plan(
    seeds: Annotated[int, trials("Number of scenes.")] = 1000,
    profile: FastestWalk = "normal",
    as_json: Json = False,
) -> None:
    """Plan walks to poses without physics: duration against simple controllers, planning time."""
    show(measure_plan(profile, trials=seeds), as_json=as_json)


@app.command()
@on_our_model(_NO_PHYSICS)
def follow(
    seeds: Annotated[int, trials("Number of duels.")] = 40,
    profile: FastestWalk = "normal",
    as_json: Json = False,
) -> None:
    """Follow a ball that rolls sideways, without physics: turning at once or later."""
    show(measure_follow(profile, trials=seeds), as_json=as_json)


@app.command()
@on_our_model("programs move our own robot")
def naoqi(
    case: Annotated[ProgramCase, typer.Option(help="Kind of programs.")] = ProgramCase.DANCE,
    seeds: Annotated[
        int,
        trials("Number of programs (stops: per way to stop; calls: thousands of bad calls)."),
    ] = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    engine: WhichWalk = Engine.PRESSURE,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Run programs written for NAOqi: how accurately the robot executes them."""
    if engine is not Engine.PRESSURE and case is not ProgramCase.MOVE_TO:
        raise typer.BadParameter("--engine requires --case move_to: other cases choose the engine")
    if case is ProgramCase.CALLS:
        if randomised:
            raise typer.BadParameter("--randomised is not supported for calls: a robot is served")
        check_plant(plant)
        show(measure_calls(plant, connect, rounds=seeds), as_json=as_json)
        return
    config = CampaignConfig(plant, randomised)
    if case is ProgramCase.STOPS:
        stops = measure_stops(config, SimulatedProgram, trials=seeds, jobs=jobs)
        show(stops, config.setup, as_json=as_json)
        return
    reach = partial(SimulatedProgram, engine=_MOVES[engine])
    report = measure_naoqi(config, case, reach, trials=seeds, jobs=jobs)
    show(report, config.setup, as_json=as_json)


@app.command()
@on_our_model("the robot is a base of config/bases")
def drive(
    seeds: Annotated[int, trials("Number of targets.")] = 200,
    as_json: Json = False,
) -> None:
    """Drive a wheeled robot to poses: accuracy, time, violations of its limits."""
    show(measure_drive(load_base("pepper"), WheeledProgram, trials=seeds), as_json=as_json)
