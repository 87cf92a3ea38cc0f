"""The machine as such, and what it moves: `fuzz`, `defects`, `cycle`, `plant`."""

from typing import Annotated, Literal

import typer

from hsm.apps.measure.options import Foreign, Jobs, on_any_model, on_our_model
from hsm.apps.options import FastestWalk, Json, Plant, number, trials
from hsm.campaigns.machine.cycle import measure_cycle
from hsm.campaigns.machine.defects import defects as every_defect
from hsm.campaigns.machine.defects import measure_defects
from hsm.campaigns.machine.fuzz import measure_fuzz
from hsm.campaigns.plants.plant import measure_plant
from hsm.campaigns.report import show, show_measured
from hsm.campaigns.trials import INDIVIDUALS, CampaignConfig
from hsm.control.assembly import load_robot
from hsm.scenarios.limits import LAST_ROBOT, LAST_SEED, LONGEST_RUN

app = typer.Typer()
_MUTATED = 0.1
"""Share of the messages on a wire, if nobody says."""


@app.command()
@on_any_model
def fuzz(
    ticks: Annotated[
        int, number(1, 100_000_000, "Cycles of 12 ms, in episodes of 60 s.")
    ] = 100_000,
    seed: Annotated[int, number(0, LAST_SEED, "Seed of requests, disturbances and faults.")] = 0,
    plant: Plant = "standard",
    foreign: Foreign = None,
    through: Annotated[
        Literal["lola"] | None,
        typer.Option(help="Send frames and commands through this protocol, as bytes."),
    ] = None,
    mutated: Annotated[
        float | None,
        number(
            0.0, 1.0, "With --through: share of the messages that are mutated; 0.1 if not given."
        ),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--everything", help="With a ball among posts: kicks and exact footsteps too."
        ),
    ] = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Let anything happen: is every command sound, and every transition one of the table?"""
    if through is None and mutated is not None:
        raise typer.BadParameter("--mutated is for --through: without a wire there are no messages")
    share = _MUTATED if through is not None and mutated is None else mutated
    config = CampaignConfig(plant, model=foreign)
    report = measure_fuzz(
        config, ticks=ticks, seed=seed, jobs=jobs, mutated=share, everything=everything
    )
    show(report, as_json=as_json)
    if any(result.problems for result in report.results):
        raise typer.Exit(1)


@app.command()
@on_our_model("defects are judged on our own plants")
def defects(
    seeds: Annotated[int, trials("Walks per defect and plant.")] = 3,
    plants: Annotated[
        list[str] | None,
        typer.Option("--plant", help="Name of a file in config/plants; may be repeated."),
    ] = None,
    only: Annotated[str, typer.Option(help="Only defects whose name contains this.")] = "",
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Break every sensor in turn while the robot walks: what does it do about it?"""
    names = [defect.name for defect in every_defect(load_robot())]
    if not any(only in name for name in names):
        raise typer.BadParameter(f"no defect is called like '{only}'; there are {', '.join(names)}")
    report = measure_defects(plants or ["standard", "worn"], seeds=seeds, only=only, jobs=jobs)
    show(report, as_json=as_json)
    if report.problems:
        raise typer.Exit(1)


@app.command()
@on_any_model
def cycle(
    seconds: Annotated[float, number(1.0, LONGEST_RUN, "Simulated time, s.")] = 60.0,
    plant: Plant = "standard",
    foreign: Foreign = None,
    as_json: Json = False,
) -> None:
    """Time the control cycle, the state machine and the closed loop on this computer."""
    show(measure_cycle(CampaignConfig(plant, model=foreign), seconds), as_json=as_json)


@app.command()
@on_any_model
def plant(
    plant: Plant = "standard",
    robot: Annotated[
        list[int] | None,
        number(0, LAST_ROBOT, "Which of the ten robots; may be repeated; all if not given."),
    ] = None,
    profile: FastestWalk = "normal",
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Describe a plant: play, lag, currents, power, heat, beside published figures of NAOs."""
    config = CampaignConfig(plant, profile=profile, model=foreign)
    report = measure_plant(config, robot or range(INDIVIDUALS), jobs=jobs)
    show_measured(report, as_json=as_json)
