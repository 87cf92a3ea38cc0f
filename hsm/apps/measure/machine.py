"""Measurements of the state machine and the plant: `fuzz`, `defects`, `cycle`, `plant`."""

from typing import Annotated, Literal

import typer

from hsm.apps.measure.options import Foreign, Jobs, on_any_model, on_our_model
from hsm.apps.options import FastestWalk, Json, Plant, number, trials
from hsm.campaigns.context import INDIVIDUALS, CampaignConfig
from hsm.campaigns.machine.cycle import measure_cycle
from hsm.campaigns.machine.defects import defects as every_defect
from hsm.campaigns.machine.defects import measure_defects
from hsm.campaigns.machine.fuzz import measure_fuzz
from hsm.campaigns.plants.plant import measure_plant
from hsm.campaigns.report import show
from hsm.scenarios.limits import LAST_ROBOT, LAST_SEED, LONGEST_RUN
from hsm.settings.robot_file import load_robot

app = typer.Typer()
_MUTATED = 0.1
"""Default share of mutated messages with `--through`."""


@app.command()
@on_any_model
def fuzz(
    ticks: Annotated[
        int, number(1, 100_000_000, "Cycles of 12 ms, in episodes of 60 s.")
    ] = 100_000,
    seed: Annotated[
        int, number(0, LAST_SEED, "Random seed of requests, disturbances and faults.")
    ] = 0,
    plant: Plant = "standard",
    foreign: Foreign = None,
    through: Annotated[
        Literal["lola"] | None,
        typer.Option(help="Send frames and commands through this protocol, as bytes."),
    ] = None,
    mutated: Annotated[
        float | None,
        number(0.0, 1.0, "With --through: share of mutated messages (default: 0.1)."),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--everything", help="Add a ball and posts, and requests of every kind."),
    ] = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Fuzz the control cycle; check every command, and every transition against the table."""
    if through is None and mutated is not None:
        raise typer.BadParameter("--mutated requires --through: otherwise there are no messages")
    share = _MUTATED if through is not None and mutated is None else mutated
    config = CampaignConfig(plant, model=foreign)
    report = measure_fuzz(
        config, ticks=ticks, seed=seed, jobs=jobs, mutated=share, everything=everything
    )
    show(report, config.setup, as_json=as_json)
    if any(result.problems for result in report.results):
        raise typer.Exit(1)


@app.command()
@on_our_model("defects are judged on our own plants")
def defects(
    seeds: Annotated[int, trials("Walks per defect and plant.")] = 3,
    plants: Annotated[
        list[str] | None,
        typer.Option(
            "--plant",
            help="Name of a file in config/plants; may be repeated (default: standard and worn).",
        ),
    ] = None,
    only: Annotated[str, typer.Option(help="Only defects whose name contains this.")] = "",
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Break every sensor in turn while the robot walks, and measure how it copes."""
    names = [defect.name for defect in every_defect(load_robot())]
    if not any(only in name for name in names):
        raise typer.BadParameter(f"no defect matches '{only}'; choose from {', '.join(names)}")
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
    config = CampaignConfig(plant, model=foreign)
    show(measure_cycle(config, seconds), config.setup, as_json=as_json)


@app.command()
@on_any_model
def plant(
    plant: Plant = "standard",
    robot: Annotated[
        list[int] | None,
        number(0, LAST_ROBOT, "Number of a robot; may be repeated (default: all)."),
    ] = None,
    profile: FastestWalk = "normal",
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Characterise a plant: play, lag, currents, power, heat, beside published values of NAOs."""
    config = CampaignConfig(plant, profile=profile, model=foreign)
    report = measure_plant(config, robot or range(INDIVIDUALS), jobs=jobs)
    show(report, config.setup, as_json=as_json)
