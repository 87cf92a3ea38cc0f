"""Measurements of falls, get-ups and lifts: `falls`, `dive`, `get-up`, `lift`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.measure.options import (
    BlockPatch,
    Jobs,
    demand_known,
    in_physics,
    keys_of,
    over_blocks,
)
from hsm.apps.options import Json, demand_heeded, number, push_impulse, trials
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.falling.detector_curve import draw_curve
from hsm.campaigns.falling.dive import DIVES, DiveReport, measure_dive
from hsm.campaigns.falling.falls import FallsReport, measure_falls
from hsm.campaigns.get_up.get_up import (
    SIDES,
    WALKING_AFTER,
    WALKING_FOR,
    GetUpReport,
    measure_get_up,
)
from hsm.campaigns.get_up.perturbations import Perturbation
from hsm.campaigns.handling.lift import LiftReport, measure_lift
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.report import show
from hsm.console import note
from hsm.pictures.saving import demand_figure

app = typer.Typer()


@app.command(epilog=keys_of(FallsReport))
@in_physics
def falls(
    config: CampaignConfig,
    impulse: Annotated[float, push_impulse("Impulse of the push, N s within 0.1 s.")] = 4.5,
    seeds: Annotated[int, trials("Trials per direction.")] = 20,
    hours: Annotated[
        float,
        number(0.0, 100.0, "Walking time in walks of a minute, with 1 N s every 8 s, h."),
    ] = 1.0,
    limp: Annotated[
        bool,
        typer.Option(
            help="Also measure robots that go limp at the alarm instead of protecting themselves."
        ),
    ] = False,
    figure: Annotated[
        Path | None,
        typer.Option(
            help="PNG, SVG or PDF file for the detector's curve: latency over false alarms."
        ),
    ] = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Push robots over: protection before the impact, contact forces, false alarms."""
    if figure is not None:
        demand_figure(figure, "--figure FILE")
    report = measure_falls(config, impulse, seeds=seeds, hours=hours, limp=limp, jobs=jobs)
    if figure is not None:
        draw_curve(figure, report.curve, f"Fall detector on the plant {config.plant}")
    show(report, config.setup, as_json=as_json)


@app.command(epilog=keys_of(DiveReport))
@in_physics
def dive(
    config: CampaignConfig,
    kind: Annotated[
        list[str], typer.Option("--dive", help=f"Dive: {', '.join(DIVES)}; may be repeated.")
    ] = [*DIVES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per dive.")] = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Dive as a goalkeeper: reach, time, forces and torques, and whether it gets up again."""
    demand_known(kind, DIVES)
    report = measure_dive(config, tuple(kind), trials=seeds, jobs=jobs)
    show(report, config.setup, as_json=as_json)


@app.command("get-up", epilog=keys_of(GetUpReport))
@in_physics
def get_up(
    context: typer.Context,
    config: CampaignConfig,
    side: Annotated[
        list[str],
        typer.Option(help="Side it lies on: front, back, left, right; may be repeated."),
    ] = [*SIDES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per side.")] = 40,
    trouble: Annotated[
        Perturbation, typer.Option(help="Perturbation during the get-up.")
    ] = Perturbation.NONE,
    walk_on: Annotated[
        bool,
        typer.Option(
            "--walk",
            help=f"Then walk: whether it starts within {WALKING_AFTER:g} s and stays up for"
            f" {WALKING_FOR:g} s.",
        ),
    ] = False,
    patch: BlockPatch = None,
    motions: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="DIR",
            help="Folder of motions to use instead, as written by `hsm motion import`.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Get up from lying: successes within 12 s (20 s with trouble), first tries, time, torques."""
    demand_known(side, SIDES)
    if not walk_on:
        demand_heeded(context, ("profile",), "the robot walks only with --walk")
    if motions is not None:
        if patch:
            raise typer.BadParameter(
                "--patch overrides our own blocks: edit the blocks in --from instead"
            )
        if not (motions / "motions").is_dir():
            raise typer.BadParameter(
                f"{motions} has no motions/: expected a folder written by `hsm motion import`"
            )
    chosen = replace(config, patches=over_blocks(patch), motions=motions)
    report = measure_get_up(
        chosen,
        tuple(side),
        trials=seeds,
        jobs=jobs,
        trouble=trouble,
        walk=walk_on,
    )
    for lies, way in report.ways.items():
        theirs = ", ".join(way.theirs) or "the choice in engine.yaml"
        note(f"{lies}: get-up begins with {way.begins}; from {motions}: {theirs}")
    show(report, chosen.setup | {"trouble": trouble.value}, as_json=as_json)


@app.command(epilog=keys_of(LiftReport))
@in_physics
def lift(
    config: CampaignConfig,
    case: Annotated[
        list[str], typer.Option(help=f"Activity: {', '.join(CASES)}; may be repeated.")
    ] = [*CASES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per case.")] = 40,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Lift the robot during any activity and put it down again."""
    demand_known(case, CASES)
    report = measure_lift(config, tuple(case), trials=seeds, jobs=jobs)
    show(report, config.setup, as_json=as_json)
