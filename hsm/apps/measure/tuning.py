"""Ablations, limits and tuning: `ablation`, `get-up-ablation`, `limits`, `tune`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.measure.options import Foreign, Held, Jobs, Randomised, on_any_model, over_the_walk
from hsm.apps.options import (
    FastestWalk,
    Json,
    Plant,
    WalkPatch,
    demand_heeded,
    number,
    push_impulse,
    trials,
)
from hsm.campaigns.ablation.ablation import measure_ablation
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.get_up.get_up_ablation import measure_get_up_ablation
from hsm.campaigns.limits.difficulties import PUSHES, Difficulty
from hsm.campaigns.limits.limits import measure_limits
from hsm.campaigns.readme.ablation_pages import measured_into
from hsm.campaigns.report import show
from hsm.campaigns.tuning.study import Effort
from hsm.campaigns.tuning.tune import demand_free, measure_tune, write_patch
from hsm.campaigns.tuning.tuning_file import find_tuning, load_tuning
from hsm.console import note, say
from hsm.file_names import demand_name
from hsm.scenarios.limits import LAST_SEED
from hsm.simulated.simulation import check_plant

app = typer.Typer()


@app.command()
@on_any_model
def ablation(
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="DECISION", help="Switch only this design decision; may be repeated."),
    ] = None,
    seeds: Annotated[int, trials("Trials per course, and per direction and phase of a push.")] = 5,
    hold: Held = 15.0,
    impulse: Annotated[float, push_impulse("Impulse of the pushes, N s within 0.1 s.")] = 2.0,
    plant: Plant = "standard",
    randomised: Randomised = False,
    patch: WalkPatch = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="Write ablation_walking.md of tests/benchmarks."),
    ] = False,
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk six courses and withstand pushes, with each design decision toggled in turn."""
    if write and (only or patch or randomised or foreign):
        raise typer.BadParameter(
            "--write saves the full table of our robot: no --only, --patch, --randomised, --model"
        )
    put = measured_into("ablation", plant) if write else None
    config = CampaignConfig(plant, randomised, model=foreign, patches=over_the_walk(patch))
    report = measure_ablation(
        config, only or (), seeds=seeds, hold=hold, impulse=impulse, jobs=jobs
    )
    show(report, config.setup, as_json=as_json)
    if put is not None:
        put(report.markdown())


@app.command("get-up-ablation")
@on_any_model
def get_up_ablation(
    seeds: Annotated[int, trials("Trials per row and side.")] = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    write: Annotated[
        bool,
        typer.Option("--write", help="Write ablation_get_up.md of tests/benchmarks."),
    ] = False,
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Get up with balance, compensation and rocking ankles toggled in turn."""
    if write and (randomised or foreign):
        raise typer.BadParameter(
            "--write saves the table of our own plants: no --randomised, --model"
        )
    put = measured_into("get-up-ablation", plant) if write else None
    config = CampaignConfig(plant, randomised, model=foreign)
    report = measure_get_up_ablation(config, trials=seeds, jobs=jobs)
    show(report, config.setup, as_json=as_json)
    if put is not None:
        put(report.markdown())


@app.command()
@on_any_model
def limits(
    context: typer.Context,
    only: Annotated[
        list[Difficulty] | None, typer.Option(help="Raise only this difficulty; may be repeated.")
    ] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DECISION",
            help="Repeat everything with this design decision toggled; may be repeated.",
        ),
    ] = None,
    seeds: Annotated[int, trials("Number of robots.")] = 10,
    hold: Held = 12.0,
    plant: Plant = "standard",
    randomised: Randomised = False,
    profile: FastestWalk = "normal",
    patch: WalkPatch = None,
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Raise one difficulty at a time until half of the robots fall or lose half their distance."""
    if only and all(difficulty in PUSHES for difficulty in only):
        demand_heeded(context, ("hold",), "pushes are timed as in `hsm measure push`")
    config = CampaignConfig(plant, randomised, profile, foreign, over_the_walk(patch))
    report = measure_limits(config, only or (), switch or (), robots=seeds, hold=hold, jobs=jobs)
    show(report, config.setup, as_json=as_json)


@app.command()
@on_any_model
def tune(
    name: Annotated[
        str, typer.Argument(help="Tuning file, or the name of one in config/tuning.")
    ] = "walk",
    out: Annotated[
        Path | None,
        typer.Option(help="Patch to write (default: named after NAME, plant and seed)."),
    ] = None,
    tries: Annotated[int, number(2, 10_000, "Number of parameter sets to try.")] = 60,
    seeds: Annotated[int, trials("Robots and seeds per parameter set.")] = 4,
    seed: Annotated[int, number(0, LAST_SEED, "Seed of the sampler.")] = 0,
    unseen: Annotated[
        int, number(6, 10_000, "Unseen robots and seeds for the final test; at least 6.")
    ] = 20,
    plant: Plant = "worn",
    randomised: Randomised = True,
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Optimise parameters with Optuna; write a patch file if they are significantly better."""
    check_plant(plant)
    path = out or Path(demand_name("name of the patch", f"{Path(name).stem}_{plant}_{seed}.yaml"))
    demand_free(path)
    tuning = load_tuning(find_tuning(name))
    config = CampaignConfig(plant, randomised, model=foreign)
    study = measure_tune(config, tuning, Effort(tries, seeds, seed, unseen, jobs))
    show(study, config.setup, as_json=as_json)
    if not study.improves:
        note("not significantly better on unseen robots: nothing is written")
        raise typer.Exit(1)
    write_patch(study, path)
    (note if as_json else say)(str(path))
