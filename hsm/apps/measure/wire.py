"""Measurements of the robot process on a served robot: `link`, `crash`."""

from typing import Annotated

import typer

from hsm.apps.measure.options import on_our_model
from hsm.apps.options import Json, Plant, number, trials
from hsm.apps.robot.real_time import claim
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.report import show
from hsm.campaigns.wire.crash import measure_crash
from hsm.campaigns.wire.link import LONGEST_LINK, Writing, measure_link
from hsm.scenarios.limits import LAST_SEED
from hsm.simulated.simulation import check_plant

app = typer.Typer()
_SERVED = "the robot is served by `hsm serve lola`, which has our own model"


@app.command()
@on_our_model(_SERVED)
def link(
    minutes: Annotated[float, number(0.02, LONGEST_LINK, "Robot time, min.")] = 10.0,
    seed: Annotated[int, number(0, LAST_SEED, "Random seed of the requests.")] = 0,
    plant: Plant = "ideal",
    lock_step: Annotated[
        bool, typer.Option("--lock-step", help="Let the robot wait for every command.")
    ] = False,
    writing: Annotated[
        Writing,
        typer.Option(help="Recording: none, to disk, or to a disk that stalls for 2 s."),
    ] = Writing.NONE,
    as_json: Json = False,
) -> None:
    """Time the robot process on a simulated robot: cycles, missed and dropped frames, memory."""
    check_plant(plant)
    measured = measure_link(plant, minutes=minutes, seed=seed, lock_step=lock_step, writing=writing)
    show(measured, as_json=as_json)


@app.command()
@on_our_model(_SERVED)
def crash(
    times: Annotated[
        int, trials("Number of crashes, alternately in walking, standing and getting up.")
    ] = 40,
    plant: Plant = "standard",
    as_json: Json = False,
) -> None:
    """Kill or stop the control cycle: is the robot safe in time, and does it recover?"""
    claim()  # this process serves the robot: real-time priority keeps its frames on time
    show(measure_crash(CampaignConfig(plant), times=times), as_json=as_json)
