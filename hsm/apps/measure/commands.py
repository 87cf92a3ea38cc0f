"""The commands below `hsm measure`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.measure.options import (
    BlockPatch,
    Held,
    Jobs,
    JointMap,
    Json,
    Model,
    Patch,
    Plant,
    Profile,
    Randomised,
    Seeds,
)
from hsm.apps.measure.readme import readme
from hsm.apps.options import number, push_impulse, trials, turning_speed, walking_speed
from hsm.campaigns.ablation.ablation import measure_ablation
from hsm.campaigns.ablation.table import markdown, plain
from hsm.campaigns.falling.dive import DIVES, measure_dive
from hsm.campaigns.falling.fall_curve import draw_curve
from hsm.campaigns.falling.falls import measure_falls
from hsm.campaigns.get_up.get_up import SIDES, measure_get_up
from hsm.campaigns.get_up.get_up_ablation import measure_get_up_ablation
from hsm.campaigns.get_up.perturbations import Trouble
from hsm.campaigns.handling.lift import measure_lift
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.machine.cycle import measure_cycle
from hsm.campaigns.machine.fuzz import measure_random
from hsm.campaigns.readme.checkout import Checkout
from hsm.campaigns.report import Measured, demand_measured, show, show_measured
from hsm.campaigns.trials import Patches, Setting
from hsm.campaigns.tuning.objectives import OBJECTIVES
from hsm.campaigns.tuning.patches import WALK, block_file, block_names
from hsm.campaigns.tuning.study import Effort
from hsm.campaigns.tuning.tune import demand_free, measure_tune, write_patch
from hsm.campaigns.tuning.tuning import find_tuning, load_tuning
from hsm.campaigns.walking.odometry import measure_odometry
from hsm.campaigns.walking.odometry_fit import measure_fit
from hsm.campaigns.walking.push import measure_push
from hsm.campaigns.walking.walk import ON_THE_SPOT, Chance, measure_walk
from hsm.campaigns.walking.walking_trial import STAND, Speed
from hsm.json_text import json_text
from hsm.names import demand_name
from hsm.pictures.saving import demand_figure
from hsm.scenarios.limits import LAST_SEED, LONGEST_RUN
from hsm.simulated.external import model_files
from hsm.simulated.simulation import check_plant

app = typer.Typer(
    help="Measure in physics: figures with 95 % intervals, the same for any number of jobs.",
    no_args_is_help=True,
)


def _demand_known(names: Iterable[str], choices: Iterable[str]) -> None:
    """Refuse names that are none of the choices."""
    unknown = sorted(set(names) - set(choices))
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(choices)}")


def _over_the_walk(patch: Path | None) -> Patches:
    return () if patch is None else ((WALK, patch),)


def _over_blocks(given: list[str] | None) -> Patches:
    """Return the patches that `BLOCK=FILE` ask for."""
    pairs = [text.partition("=") for text in given or ()]
    for block, _, path in pairs:
        if block not in block_names() or not path:
            known = ", ".join(block_names())
            raise typer.BadParameter(f"--patch expects BLOCK=FILE, BLOCK one of {known}")
    return tuple((block_file(block), Path(path)) for block, _, path in pairs)


@app.command()
def walk(
    forward: Annotated[float, walking_speed()] = 0.0,
    left: Annotated[float, walking_speed()] = 0.0,
    turn: Annotated[float, turning_speed()] = 0.0,
    in_place: Annotated[bool, typer.Option(help="step on the spot")] = False,
    random: Annotated[bool, typer.Option(help="another speed of the profile every 2 s")] = False,
    drawn: Annotated[
        bool, typer.Option(help="another speed of the profile in every trial")
    ] = False,
    hold: Held = 30.0,
    seeds: Seeds = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    profile: Profile = "normal",
    model: Model = None,
    joint_map: JointMap = None,
    patch: Patch = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk at one speed: speed reached, falls, metres, step duration."""
    if in_place + random + drawn > 1:
        raise typer.BadParameter("--in-place, --random and --drawn exclude each other")
    speed = ON_THE_SPOT if in_place else (forward, left, turn)
    asked: Speed | Chance = "random" if random else "drawn" if drawn else speed
    setting = Setting(
        plant, randomised, profile, model_files(model, joint_map), _over_the_walk(patch)
    )
    report = measure_walk(setting, asked, trials=seeds, hold=hold, jobs=jobs)
    show_measured(report, as_json=as_json)


@app.command()
def tune(
    name: Annotated[str, typer.Argument(help="a file, or a name in config/tuning")] = "walk",
    out: Annotated[
        Path | None, typer.Option(help="new YAML patch; NAME_PLANT_SEED.yaml if not given")
    ] = None,
    tries: Annotated[int, number(2, 10_000, "sets of parameters")] = 60,
    seeds: Annotated[int, trials("robots and seeds per set")] = 4,
    seed: Annotated[int, number(0, LAST_SEED, "of the sampler")] = 0,
    unseen: Annotated[
        int, number(6, 10_000, "robots and seeds that judge at last; fewer prove nothing")
    ] = 20,
    plant: Plant = "worn",
    randomised: Randomised = True,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Look for better parameters with Optuna; write them as a patch, never over a file."""
    check_plant(plant)
    path = out or Path(demand_name("name of the patch", f"{Path(name).stem}_{plant}_{seed}.yaml"))
    demand_free(path)
    tuning = load_tuning(find_tuning(name), OBJECTIVES)
    setting = Setting(plant, randomised)
    study = measure_tune(setting, tuning, Effort(tries, seeds, seed, unseen, jobs))
    show(study, as_json=as_json)
    if not study.improves:
        typer.echo("not surely better on unseen robots: nothing is written", err=True)
        raise typer.Exit(1)
    write_patch(study, path)
    typer.echo(str(path), err=as_json)


@app.command()
def push(
    impulse: Annotated[float, push_impulse("N s within 0.1 s")] = 1.0,
    forward: Annotated[float, walking_speed("walking speed, m/s")] = 0.15,
    seeds: Annotated[int, trials("seeds per direction and phase")] = 5,
    plant: Plant = "standard",
    randomised: Randomised = False,
    profile: Profile = "normal",
    patch: Patch = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Push the walking robot: 4 directions x 4 phases of the step x seeds."""
    if forward == 0.0:
        raise typer.BadParameter("--forward 0 is no walk: pushes wait for a step")
    setting = Setting(plant, randomised, profile, patches=_over_the_walk(patch))
    show(measure_push(setting, impulse, forward, seeds=seeds, jobs=jobs), as_json=as_json)


@app.command()
def ablation(
    only: Annotated[
        list[str] | None, typer.Option(metavar="DECISION", help="switch only these; repeatable")
    ] = None,
    seeds: Annotated[int, trials("per course, and per push and phase")] = 5,
    hold: Held = 15.0,
    impulse: Annotated[float, push_impulse("of the pushes, N s within 0.1 s")] = 2.0,
    plant: Plant = "standard",
    randomised: Randomised = False,
    patch: Patch = None,
    into_readme: Annotated[
        bool, typer.Option("--write", help="put the table into motions/walking/README.md")
    ] = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk in six courses and be pushed, as shipped and with each decision switched."""
    place = Checkout.of_this_code().ablation("walking", plant) if into_readme else None
    setting = Setting(plant, randomised, patches=_over_the_walk(patch))
    report = measure_ablation(
        setting, only or (), seeds=seeds, hold=hold, impulse=impulse, jobs=jobs
    )
    typer.echo(json_text(report.record()) if as_json else plain(report))
    demand_measured(report.rows[0].unmeasured)
    if place is not None:
        place.put(markdown(report))


@app.command()
def odometry(
    forward: Annotated[float, walking_speed()] = 0.2,
    left: Annotated[float, walking_speed()] = 0.0,
    turn: Annotated[float, turning_speed()] = 0.0,
    way: Annotated[float, number(0.1, 100.0, "m along the path")] = 5.0,
    stand: Annotated[
        float, number(0.0, 600.0, "s before the walk; the gyros' bias is learned meanwhile")
    ] = STAND,
    fit: Annotated[
        bool, typer.Option("--fit", help="find the correction: 12 speeds, --seeds walks each")
    ] = False,
    seeds: Seeds = 10,
    plant: Plant = "standard",
    randomised: Randomised = False,
    profile: Profile = "normal",
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk a way and compare where the robot believes to be with where it is."""
    setting = Setting(plant, randomised, profile)
    report: Measured
    if fit:
        report = measure_fit(setting, seeds=seeds, jobs=jobs)
    elif forward == left == 0.0:
        raise typer.BadParameter("give --forward or --left: without them there is no way to walk")
    else:
        speed = (forward, left, turn)
        report = measure_odometry(setting, speed, way=way, trials=seeds, jobs=jobs, stand=stand)
    show_measured(report, as_json=as_json)


@app.command("get-up")
def get_up(
    side: Annotated[list[str], typer.Option(help="front, back, left, right")] = [*SIDES],  # noqa: B006
    seeds: Annotated[int, trials("trials per side")] = 40,
    plant: Plant = "standard",
    randomised: Randomised = False,
    trouble: Annotated[Trouble, typer.Option(help="what happens meanwhile")] = Trouble.NONE,
    walk_on: Annotated[
        bool, typer.Option("--walk", help="ask for a walk afterwards: started in 1 s, up for 10 s")
    ] = False,
    patch: BlockPatch = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Get up from lying: successes within 12 s (20 in trouble), first tries, time, torques."""
    _demand_known(side, SIDES)
    report = measure_get_up(
        Setting(plant, randomised, patches=_over_blocks(patch)),
        tuple(side),
        trials=seeds,
        jobs=jobs,
        trouble=trouble,
        walk=walk_on,
    )
    show_measured(report, as_json=as_json)


@app.command("get-up-ablation")
def get_up_ablation(
    seeds: Annotated[int, trials("trials per row and side")] = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    into_readme: Annotated[
        bool, typer.Option("--write", help="put the table into motions/keyframes/README.md")
    ] = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Get up with balance, compensation and rocking ankles the other way round."""
    place = Checkout.of_this_code().ablation("keyframes", plant) if into_readme else None
    report = measure_get_up_ablation(Setting(plant, randomised), trials=seeds, jobs=jobs)
    show(report, as_json=as_json)
    if place is not None:
        place.put(report.markdown())


@app.command()
def dive(
    kind: Annotated[list[str], typer.Option("--dive", help=", ".join(DIVES))] = [*DIVES],  # noqa: B006
    seeds: Annotated[int, trials("trials per dive")] = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Dive from standing, walking and readiness: reach, time, forces, torques, and up again."""
    _demand_known(kind, DIVES)
    setting = Setting(plant, randomised)
    show_measured(measure_dive(setting, tuple(kind), trials=seeds, jobs=jobs), as_json=as_json)


@app.command()
def lift(
    case: Annotated[list[str], typer.Option(help=", ".join(CASES))] = [*CASES],  # noqa: B006
    seeds: Annotated[int, trials("trials per case")] = 40,
    plant: Plant = "standard",
    randomised: Randomised = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Take the robot in the hands whatever it does, and put it down again."""
    _demand_known(case, CASES)
    setting = Setting(plant, randomised)
    show_measured(measure_lift(setting, tuple(case), trials=seeds, jobs=jobs), as_json=as_json)


@app.command()
def falls(
    impulse: Annotated[float, push_impulse("N s within 0.1 s")] = 4.5,
    seeds: Annotated[int, trials("trials per direction")] = 20,
    hours: Annotated[float, number(0.0, 100.0, "of walking with 1 N s every 8 s")] = 1.0,
    limp: Annotated[bool, typer.Option(help="also let robots fall limp")] = False,
    figure: Annotated[Path | None, typer.Option(help="draw the detector's curve (PNG)")] = None,
    plant: Plant = "standard",
    randomised: Randomised = False,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Push robots over: protection before impact, contact forces, false alarms, the curve."""
    if figure is not None:
        demand_figure(figure)
    report = measure_falls(
        Setting(plant, randomised), impulse, seeds=seeds, hours=hours, limp=limp, jobs=jobs
    )
    show(report, as_json=as_json)
    if figure is not None:
        draw_curve(figure, report.curve, f"Fall detector on the plant {plant}")
    demand_measured(report.unmeasured)


@app.command("random")
def random_runs(
    ticks: Annotated[int, number(1, 100_000_000, "cycles of 12 ms, in episodes of 60 s")] = 100_000,
    seed: Annotated[int, number(0, LAST_SEED, "of wishes, disturbances and faults")] = 0,
    plant: Plant = "standard",
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Let anything happen: every command sound, every transition an arrow of the table."""
    report = measure_random(Setting(plant), ticks=ticks, seed=seed, jobs=jobs)
    show(report, as_json=as_json)
    if any(result.problems for result in report.results):
        raise typer.Exit(1)


@app.command()
def cycle(
    seconds: Annotated[float, number(1.0, LONGEST_RUN, "simulated time, s")] = 60.0,
    plant: Plant = "standard",
    as_json: Json = False,
) -> None:
    """Time the control cycle, the chart and the closed loop on this machine."""
    show(measure_cycle(Setting(plant), seconds), as_json=as_json)


app.command()(readme)
