"""Falls, get-ups and hands: `falls`, `dive`, `get-up`, `lift`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.measure.options import BlockPatch, Jobs, demand_known, in_physics, over_blocks
from hsm.apps.options import Json, demand_heeded, number, push_impulse, trials
from hsm.campaigns.falling.detector_curve import draw_curve
from hsm.campaigns.falling.dive import DIVES, measure_dive
from hsm.campaigns.falling.falls import measure_falls
from hsm.campaigns.get_up.get_up import SIDES, measure_get_up
from hsm.campaigns.get_up.perturbations import Perturbation
from hsm.campaigns.handling.lift import measure_lift
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.report import demand_measured, show, show_measured
from hsm.campaigns.trials import CampaignConfig
from hsm.console import err
from hsm.pictures.saving import demand_figure

app = typer.Typer()


@app.command()
@in_physics
def falls(
    config: CampaignConfig,
    impulse: Annotated[float, push_impulse("Size of the push, N s within 0.1 s.")] = 4.5,
    seeds: Annotated[int, trials("Trials per direction.")] = 20,
    hours: Annotated[
        float, number(0.0, 100.0, "Hours of walking with a push of 1 N s every 8 s.")
    ] = 1.0,
    limp: Annotated[
        bool,
        typer.Option(
            help="Also let the robots go limp at the alarm instead of protecting themselves."
        ),
    ] = False,
    figure: Annotated[
        Path | None,
        typer.Option(
            help="PNG, SVG or PDF file for the detector's curve: latency against false alarms."
        ),
    ] = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Push robots over: protection before the impact, contact forces, false alarms."""
    if figure is not None:
        demand_figure(figure)
    report = measure_falls(config, impulse, seeds=seeds, hours=hours, limp=limp, jobs=jobs)
    show(report, as_json=as_json)
    if figure is not None:
        draw_curve(figure, report.curve, f"Fall detector on the plant {config.plant}")
    demand_measured(report.unmeasured)


@app.command()
@in_physics
def dive(
    config: CampaignConfig,
    kind: Annotated[
        list[str], typer.Option("--dive", help=f"Which: {', '.join(DIVES)}; may be repeated.")
    ] = [*DIVES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per dive.")] = 20,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Dive as a goalkeeper: reach, time, forces and torques, and whether it gets up again."""
    demand_known(kind, DIVES)
    show_measured(measure_dive(config, tuple(kind), trials=seeds, jobs=jobs), as_json=as_json)


@app.command("get-up")
@in_physics
def get_up(
    context: typer.Context,
    config: CampaignConfig,
    side: Annotated[
        list[str],
        typer.Option(help="Side on which it lies: front, back, left, right; may be repeated."),
    ] = [*SIDES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per side.")] = 40,
    trouble: Annotated[
        Perturbation, typer.Option(help="What goes wrong during the get-up.")
    ] = Perturbation.NONE,
    walk_on: Annotated[
        bool,
        typer.Option(
            "--walk",
            help="Ask for a walk afterwards: does it start within 1 s and stay up for 10 s?",
        ),
    ] = False,
    patch: BlockPatch = None,
    motions: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="DIR",
            help="Folder of motions instead of the robot's own, as `hsm motion import` writes it.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Get up from lying: successes within 12 s (20 s with trouble), first tries, time, torques."""
    demand_known(side, SIDES)
    if not walk_on:
        demand_heeded(context, ("profile",), "give --walk too, or nobody walks")
    if motions is not None:
        if patch:
            raise typer.BadParameter(
                "--patch is laid over the robot's own blocks: edit those in --from"
            )
        if not (motions / "motions").is_dir():
            raise typer.BadParameter(
                f"{motions} has no motions/: `hsm motion import` writes such a folder"
            )
    report = measure_get_up(
        replace(config, patches=over_blocks(patch), motions=motions),
        tuple(side),
        trials=seeds,
        jobs=jobs,
        trouble=trouble,
        walk=walk_on,
    )
    for lies, way in report.ways.items():  # beside the figures: machines read those
        theirs = ", ".join(way.theirs) or "the choice in engine.yaml"
        told = f"{lies}: get-up begins with {way.begins}; from {motions}: {theirs}"
        err.print(told, soft_wrap=True)
    show_measured(report, as_json=as_json)


@app.command()
@in_physics
def lift(
    config: CampaignConfig,
    case: Annotated[
        list[str], typer.Option(help=f"What it is doing: {', '.join(CASES)}; may be repeated.")
    ] = [*CASES],  # noqa: B006
    seeds: Annotated[int, trials("Trials per case.")] = 40,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Lift the robot, whatever it is doing, and put it down again."""
    demand_known(case, CASES)
    show_measured(measure_lift(config, tuple(case), trials=seeds, jobs=jobs), as_json=as_json)
