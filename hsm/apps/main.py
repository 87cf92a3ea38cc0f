"""The command `hsm`: its verbs and their options.

Only what `--help` needs is imported at the top; each verb imports its implementation when it is
called, so that `hsm --help` does not load the physics. `error_boundary.py` defines how they end.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from hsm.apps.error_boundary import guarded, lazy_group
from hsm.apps.options import (
    ComparedLog,
    EveryStep,
    FastestWalk,
    FilmedFrom,
    Force,
    JointMap,
    Json,
    Judged,
    KnownZeros,
    Model,
    OtherPlant,
    OtherRobot,
    OtherSeed,
    PartBegin,
    PartEnd,
    Played,
    Recorded,
    Replayed,
    RunFolder,
    Target,
    Version,
    Video,
    WalkPatch,
    demand_heeded,
    given,
    moment,
    number,
)

VERB_GROUPS = {
    "measure": "hsm.apps.measure.cli",
    "kick": "hsm.apps.kick.cli",
    "motion": "hsm.apps.motion.cli",
    "plot": "hsm.apps.plot",
    "serve": "hsm.apps.serve.cli",
    "robot": "hsm.apps.robot.cli",
    "ask": "hsm.apps.ask.cli",
    "view": "hsm.apps.view.cli",
}
"""Verbs with subcommands or lazily loaded options, and the module whose `app` defines them."""

app = typer.Typer(
    cls=lazy_group(VERB_GROUPS),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Motion of a NAO: stand, walk, kick, fall softly and get up, in simulation or on a robot.",
)


@app.callback()
def _options(
    debug: Annotated[
        bool,
        typer.Option(
            "--debug", help="Show the traceback of an error; may also follow the command."
        ),
    ] = False,
    version: Version = False,
) -> None:
    """Declare the global options for `--help`; `main` has already handled `--debug`."""


@app.command()
def demo(
    out: Annotated[
        Path | None, typer.Option(help="Folder for the results (default: demo).")
    ] = None,
    seed: OtherSeed = None,
    scenario: Annotated[str, typer.Option(help="Scenario to play.", metavar="SCENARIO")] = "demo",
    model: Model = None,
    joint_map: JointMap = None,
    steps: EveryStep = False,
    force: Force = False,
) -> None:
    """Play the demonstration: kick, walk, fall, get up; write video, pictures and trace."""
    from hsm.apps.demo import show
    from hsm.simulated.other_model import model_files

    files = model_files(model, joint_map)
    raise typer.Exit(show(scenario, out, seed=seed, every_step=steps, model=files, force=force))


@app.command()
def run(
    context: typer.Context,
    scenario: Played = None,
    plant: OtherPlant = None,
    seed: OtherSeed = None,
    robot: OtherRobot = None,
    video: Video = False,
    out: RunFolder = None,
    model: Model = None,
    joint_map: JointMap = None,
    calibration: KnownZeros = None,
    steps: EveryStep = False,
    again: Replayed = None,
    goto: Target = None,
    patch: WalkPatch = None,
    profile: FastestWalk = "normal",
    camera: FilmedFrom = None,
    force: Force = False,
) -> None:
    """Run one scenario: print every transition with its reason, save the run and a figure.

    With --replay RUN, the frames and requests of a recorded run (run.hsm or its folder) are fed
    through the control cycle again instead; the exit code is 1 if any command differs.
    """
    if camera is not None and not video:
        raise typer.BadParameter("--camera requires --video")
    if [scenario is None, again is None, goto is None].count(False) != 1:
        raise typer.BadParameter("give one of SCENARIO, --replay RUN and --goto X Y DEG")
    if again is not None:
        if given(context) != {"again"}:
            raise typer.BadParameter("--replay takes everything from the run; omit other options")
        from hsm.apps.replay_check import replay

        raise typer.Exit(replay(again))
    from hsm.apps.run import RunOptions, play, play_goto
    from hsm.simulated.other_model import model_files

    files = model_files(model, joint_map)
    choice = RunOptions(
        plant, seed, robot, model=files, calibration=calibration, patch=patch, profile=profile,
        video=video, camera=camera or "follow", every_step=steps, force=force,
    )  # fmt: skip
    if goto is not None:
        from motions.kinematics.geometry import Pose2

        target = Pose2(goto[0], goto[1], math.radians(goto[2]))
        raise typer.Exit(play_goto(target, choice, out))
    assert scenario is not None
    raise typer.Exit(play(scenario, choice, out))


@app.command()
def scenario(
    context: typer.Context,
    files: Judged,
    plant: OtherPlant = None,
    seed: OtherSeed = None,
    robot: OtherRobot = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for the runs of failed scenarios.")
    ] = Path("runs"),
    check: Annotated[
        bool, typer.Option("--check", help="With `reference`: only check that it is up to date.")
    ] = False,
) -> None:
    """Run and judge scenarios; print and save the failed ones, exit code 1 if there are any.

    `hsm scenario list` lists config/scenarios; `new NAME` writes a commented template;
    `reference` updates the reference of all keys and the JSON schema in config/scenarios.
    """
    from hsm.apps.run import RunOptions
    from hsm.apps.scenario import begin_new, judge, list_scenarios, write_reference

    of_playing = ("plant", "seed", "robot", "out")
    if files[0] == "new":
        if len(files) != 2:
            raise typer.BadParameter("give the new scenario one name: hsm scenario new NAME")
        why = "put a folder before NAME, and everything else into the file that is written"
        demand_heeded(context, (*of_playing, "check"), why)
        begin_new(files[1])
        return
    if files == ["list"]:
        demand_heeded(context, (*of_playing, "check"), "no scenario is played")
        list_scenarios()
        return
    if files == ["reference"]:
        demand_heeded(context, of_playing, "no scenario is played")
        raise typer.Exit(write_reference(check=check))
    if check:
        raise typer.BadParameter("--check requires hsm scenario reference")
    raise typer.Exit(judge(files, RunOptions(plant=plant, seed=seed, robot=robot), out))


@app.command()
def export(
    recorded: Recorded,
    to: Annotated[Literal["csv", "mcap", "npz"], typer.Option(help="Format of the file.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write (default: beside the run).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Export a recorded run for other programs."""
    from hsm.apps.export.export_run import export

    export(recorded, to, out, force=force)


@app.command()
def explain(
    recorded: Recorded,
    at: Annotated[
        float | None, moment("Time in the run, s; the nearest cycle is explained.")
    ] = None,
    fall: Annotated[
        bool,
        typer.Option(
            "--fall", help="Explain every fall: its first sign, and what would have been needed."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Explain a decision (the row that fired, or what each row was missing), or a fall."""
    if at is None and not fall:
        raise typer.BadParameter("give --at T or --fall")
    if at is not None and fall:
        raise typer.BadParameter("give one of --at T and --fall")
    from hsm.apps.explain import explain, explain_falls

    if at is None:
        explain_falls(recorded, as_json=as_json)
    else:
        explain(recorded, at, as_json=as_json)


@app.command()
def compare(
    context: typer.Context,
    recorded: ComparedLog,
    others: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[RUN]...", help="Runs to compare with (default: simulated plants)."
        ),
    ] = None,
    plant: Annotated[
        list[str] | None,
        typer.Option(help="Plant to compare a single run with; may be repeated (default: all)."),
    ] = None,
    robots: Annotated[int, number(2, 1000, "Simulated robots per plant.")] = 10,
    begin: PartBegin = 0.0,
    end: PartEnd = None,
    jobs: Annotated[int, number(1, 64, "Processes.")] = 2,
    as_json: Json = False,
) -> None:
    """Compare two runs: their results, where they first diverge, and why.

    A figure of both is written beside the first one, unless --json is given.

    A single run is compared joint by joint with simulated plants that perform the same walk, to
    find the plant that behaves most like its robot. More than two runs, and MCAP logs of this
    program or another one with the same messages, are compared in the same way.
    """
    if others:
        demand_heeded(context, ("robots", "jobs"), "the comparison is with runs, not with plants")
    from hsm.apps.compare import compare

    span = (begin, math.inf if end is None else end)
    compare(recorded, others or (), plant or (), span, robots=robots, jobs=jobs, as_json=as_json)


@app.command()
def check(
    proofs: Annotated[
        bool,
        typer.Option("--proofs", help="Print every proven property of the state machine."),
    ] = False,
) -> None:
    """Check every file in config/ and prove the state machine; print all mistakes at once."""
    from hsm.apps.check.check import check_everything

    raise typer.Exit(check_everything(all_proofs=proofs))


@app.command()
def diagrams(
    check: Annotated[
        bool, typer.Option("--check", help="Only check that the pages are up to date.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for the pages.")] = Path("diagrams"),
) -> None:
    """Draw the state machine from its transition table, one page per part."""
    from hsm.apps.diagrams import compare, draw

    if check:
        raise typer.Exit(compare(out))
    draw(out)


@app.command()
def doctor(
    context: typer.Context,
    robot: OtherRobot = None,
    plant: Annotated[str, typer.Option(help="Name of a file in config/plants.")] = "standard",
    calibration: Annotated[
        Path | None, typer.Option(help="Only write the calibration of --robot to this file.")
    ] = None,
    share: Annotated[
        float, number(0.0, 1.0, "With --calibration: share of the errors that it corrects.")
    ] = 1.0,
) -> None:
    """Report what works on this computer and how to fix the rest; or describe a simulated robot."""
    if calibration is None and "share" in given(context):
        raise typer.BadParameter("--share requires --calibration")
    if calibration is None and robot is None and "plant" in given(context):
        raise typer.BadParameter("--plant requires --robot or --calibration")
    from hsm.apps.doctor import examine, examine_robot, write_calibration

    if calibration is not None:
        write_calibration(robot or 0, plant, calibration, share)
    elif robot is not None:
        examine_robot(robot, plant)
    else:
        raise typer.Exit(examine())


def _group() -> None:
    raise AssertionError("the lazily loaded group replaces this command")


for _verb, _help in {
    "measure": "Run campaigns of trials: walks, pushes, falls, get-ups, plants and more.",
    "plot": "Plot a recorded run: walk, path.",
    "kick": "Inspect kicks: list, show, plot.",
    "motion": "Work on keyframe motions: list, show, play, plot, mirror, record, import, export.",
    "serve": "Serve a robot to other programs: lola, naoqi.",
    "robot": "Run the control cycle on a robot: run, install.",
    "view": "Steer a simulated robot in the browser, or look at a recorded run.",
    "ask": "Command a running robot: walk, goto, stand, sit, limp; or query its status.",
}.items():
    app.command(_verb, help=_help)(_group)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line (`sys.argv` if None) and exit with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    rest = [word for word in words if word != "--debug"]
    debug = rest != words
    sys.exit(guarded(lambda: app(args=rest, prog_name="hsm", obj=debug), debug=debug))
