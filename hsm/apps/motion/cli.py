"""Subcommands of `hsm motion`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hardware.postures import Posture
from hsm.apps.completion import MOTIONS, PLANTS
from hsm.apps.options import Force, Json, Plant, Robot, Seed, demand_heeded, moment, number

if TYPE_CHECKING:
    from hsm.apps.motion.stage import StageConfig

app = typer.Typer(
    help="Inspect, play, create and exchange keyframe motions.",
    no_args_is_help=True,
)

Folder = Annotated[
    Path | None,
    typer.Option("--from", metavar="DIR", help="Folder of motions (default: our own)."),
]
Name = Annotated[
    str,
    typer.Argument(metavar="NAME", help="Name of a motion or a block.", autocompletion=MOTIONS),
]
Posture_ = Annotated[Posture, typer.Option("--posture", help="Initial posture of the robot.")]
Plants = Annotated[
    list[str],
    typer.Option(
        help="Name of a file in config/plants; may be repeated with --robots.",
        autocompletion=PLANTS,
    ),
]
Mirrored = Annotated[bool, typer.Option("--mirrored", help="Play the mirror image.")]


@app.command("import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE.cfg", help="A team's keyframeMotionEngine.cfg, 2022 to 2025."),
    ],
    parameters: Annotated[
        Path | None,
        typer.Option(metavar="FILE.cfg", help="That team's keyframeMotionParameters.cfg."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the YAML files.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Print counts of what was found.")
    ] = False,
    as_json: Json = False,
    clamp: Annotated[
        bool,
        typer.Option(
            "--clamp", help="Write angles beyond this robot's limits as the limits, with a comment."
        ),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every remark, not only the most frequent kinds.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the contents of DIR.")] = False,
) -> None:
    """Import motions in B-Human's format; anything that cannot be expressed is an error."""
    from hsm.apps.motion.exchange import import_command

    if out is None and not report and not as_json:
        raise typer.BadParameter("give --out DIR, or --report to write nothing")
    if out is None and (force or clamp):
        option = "--force" if force else "--clamp"
        raise typer.BadParameter(f"{option} requires --out: nothing is written without it")
    import_command(
        file, parameters, out, report=report, as_json=as_json, force=force, clamp=clamp,
        everything=everything,
    )  # fmt: skip


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of motions.")],
    out: Annotated[Path, typer.Option(metavar="FILE.cfg", help="File to write.")],
    parameters: Annotated[
        Path | None, typer.Option(metavar="FILE.cfg", help="File to write the balance gains to.")
    ] = None,
    force: Force = False,
) -> None:
    """Export motions in B-Human's format; importing the file again gives the same motions."""
    from hsm.apps.motion.exchange import export_command

    export_command(folder, out, parameters, force=force)


@app.command("list")
def list_(folder: Folder = None, as_json: Json = False) -> None:
    """List motions with their blocks, and blocks with their keyframes."""
    from hsm.apps.motion.show import list_command

    list_command(folder, as_json=as_json)


@app.command()
def show(name: Name, folder: Folder = None) -> None:
    """Print a motion or block as YAML, with the joint speeds it requires."""
    from hsm.apps.motion.show import show_command

    show_command(name, folder)


@app.command()
def play(
    name: Name,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="DIR|FILE.cfg",
            help="Folder of motions, or a team's file (default: our own).",
        ),
    ] = None,
    posture: Posture_ = Posture.STANDING,
    plant: Plants = ["standard"],  # noqa: B006
    robot: Robot = 0,
    seed: Seed = 0,
    mirrored: Mirrored = False,
    video: Annotated[
        Path | None,
        typer.Option(metavar="FILE.mp4", help="Write a video to this file.", show_default=False),
    ] = None,
    robots: Annotated[
        int | None,
        number(
            1, 100, "Play it on this many robots of each plant, and count successes.", "--robots"
        ),
    ] = None,
    upright: Annotated[
        bool | None,
        typer.Option(
            "--upright/--whole",
            help="With --robots: success is to end upright, or only to complete the motion"
            " (default: upright).",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play a motion or block once in simulation; exit code 1 if it is aborted.

    It is tried once; the robot's get-up makes several tries: see `hsm measure get-up --from`.

    With --robots, many robots of each plant play it and successes are counted; exit code 1 if any
    robot fails.
    """
    from hsm.apps.motion.perform import play_command
    from hsm.apps.motion.robots import robots_command

    configs = [_stage_config(each, robot, seed, posture, mirrored) for each in plant]
    if robots is None:
        if len(plant) > 1 or as_json:
            raise typer.BadParameter("several plants and --json require --robots")
        if upright is not None:
            raise typer.BadParameter("--upright and --whole require --robots")
        raise typer.Exit(play_command(name, source, configs[0], video))
    if video is not None:
        raise typer.BadParameter("--video shows one robot: omit --robots")
    raise typer.Exit(
        robots_command(
            name, source, configs[0], plant, robots, upright=upright is not False, as_json=as_json
        )
    )


@app.command()
def plot(
    name: Name,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.png", help="Figure to write (default: NAME.png)."),
    ] = None,
    folder: Folder = None,
    posture: Posture_ = Posture.STANDING,
    plant: Plant = "standard",
    robot: Robot = 0,
    seed: Seed = 0,
    mirrored: Mirrored = False,
    force: Force = False,
) -> None:
    """Play a motion and plot every joint: target, measurement, limits, share of motor speed."""
    from hsm.apps.motion.perform import plot_command

    config = _stage_config(plant, robot, seed, posture, mirrored)
    raise typer.Exit(plot_command(name, folder, config, out, force=force))


@app.command()
def mirror(
    name: Name,
    new: Annotated[str, typer.Option("--name", help="Name of the mirror image.")],
    folder: Folder = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to write to; else printed.")
    ] = None,
) -> None:
    """Write the mirror image of a motion with its blocks, or of a block."""
    from hsm.apps.motion.mirror import mirror_command

    mirror_command(name, folder, new, out)


_OF_A_SIMULATION = ("motion", "folder", "posture", "plant", "robot", "seed")


@app.command()
def record(
    context: typer.Context,
    run: Annotated[
        Path | None,
        typer.Argument(metavar="[RUN]", help="A recorded run (default: a simulation)."),
    ] = None,
    at: Annotated[list[float], moment("Time of a keyframe, s; may be repeated.")] = [0.5],  # noqa: B006
    motion: Annotated[
        str | None,
        typer.Option(help="Motion or block to play (default: keep still)."),
    ] = None,
    duration: Annotated[float, number(1.0, 60e3, "Duration of each keyframe, ms.")] = 1000.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.yaml", help="File to write the block to; else printed."),
    ] = None,
    folder: Folder = None,
    posture: Posture_ = Posture.STANDING,
    plant: Plant = "standard",
    robot: Robot = 0,
    seed: Seed = 0,
    force: Force = False,
) -> None:
    """Create keyframes from the postures of a recorded run or a simulated robot."""
    from hsm.apps.motion.perform import record_command

    if run is not None:
        demand_heeded(context, _OF_A_SIMULATION, "RUN has its own robot; omit RUN to simulate")
    config = _stage_config(plant, robot, seed, posture, False)
    record_command(
        run, motion, folder, config, sorted(at), duration=duration * 1e-3, out=out, force=force
    )


def _stage_config(
    plant: str, robot: int, seed: int, posture: Posture, mirrored: bool
) -> "StageConfig":
    from hsm.apps.motion.stage import StageConfig
    from hsm.simulated.simulation import check_plant

    check_plant(plant)
    return StageConfig(plant, robot, seed, posture, mirrored)
