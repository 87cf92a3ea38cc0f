"""The command `hsm`: its verbs and their options.

Only what the help needs is imported here; a verb imports its own work when it is called, so that
`hsm --help` does not load the physics. How a command ends is told in `error_boundary.py`.
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
"""Verbs with verbs of their own, and the module whose `app` holds them, or one of many words."""

app = typer.Typer(
    cls=lazy_group(VERB_GROUPS),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="All motion of a NAO: it stands, walks, kicks, falls softly and gets up, in simulation.",
)


@app.callback()
def _options(
    debug: Annotated[
        bool,
        typer.Option(
            "--debug", help="Show the traceback of an error; may also stand after the command."
        ),
    ] = False,
    version: Version = False,
) -> None:
    """Take the options that belong to no verb; `main` has already looked for them."""


@app.command()
def demo(
    out: Annotated[
        Path | None, typer.Option(help="Folder for the results; demo if not given.")
    ] = None,
    seed: OtherSeed = None,
    scenario: Annotated[str, typer.Option(help="Scenario to show.", metavar="SCENARIO")] = "demo",
    model: Model = None,
    joint_map: JointMap = None,
    steps: EveryStep = False,
    force: Force = False,
) -> None:
    """Kick a ball, walk, be pushed over, get up: print the reasons, leave video and pictures."""
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
    """Run one scenario: print every change of state with its reason, leave the run and a figure.

    With --replay RUN, the frames and requests of a recorded run (run.hsm, or its folder) go
    through the control cycle again instead; the exit code is 1 if a command differs.
    """
    if camera is not None and not video:
        raise typer.BadParameter("--camera is for --video")
    if [scenario is None, again is None, goto is None].count(False) != 1:
        raise typer.BadParameter("give one of SCENARIO, --replay RUN and --goto X Y DEG")
    if again is not None:
        if given(context) != {"again"}:
            raise typer.BadParameter("--replay takes all from the run; leave the others out")
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
        bool, typer.Option("--check", help="With `reference`: only say whether it is up to date.")
    ] = False,
) -> None:
    """Run and judge scenarios; a failed one tells its story and leaves run and video, exit code 1.

    `hsm scenario list` shows those in config/scenarios; `new NAME` writes a commented one to start
    from; `reference` writes the reference of all keys and the schema for editors there.
    """
    from hsm.apps.run import RunOptions
    from hsm.apps.scenario import begin_new, judge, list_scenarios, write_reference

    of_playing = ("plant", "seed", "robot", "out")
    if files[0] == "new":
        if len(files) != 2:
            raise typer.BadParameter("give the new scenario one name: hsm scenario new NAME")
        why = "a folder goes before NAME, all else into the file that is written"
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
        raise typer.BadParameter("--check belongs to hsm scenario reference")
    raise typer.Exit(judge(files, RunOptions(plant=plant, seed=seed, robot=robot), out))


@app.command()
def export(
    recorded: Recorded,
    to: Annotated[Literal["csv", "mcap", "npz"], typer.Option(help="Format of the file.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write; beside the run if not given.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a recorded run in a format that other programs read."""
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
            "--fall", help="Explain every fall: what came first, and what would have been needed."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Say why it did that: the row that fired, or what each row was missing; or why it fell."""
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
            metavar="[RUN]...", help="Runs to compare it with; simulated plants if none is given."
        ),
    ] = None,
    plant: Annotated[
        list[str] | None,
        typer.Option(help="Plant to compare a single run with; may be repeated.  [default: all]"),
    ] = None,
    robots: Annotated[int, number(2, 1000, "Simulated robots per plant.")] = 10,
    begin: PartBegin = 0.0,
    end: PartEnd = None,
    jobs: Annotated[int, number(1, 64, "Processes.")] = 2,
    as_json: Json = False,
) -> None:
    """Compare two runs: what came of each, where they part first, and why.

    A figure of both is written beside the first one, unless --json is given.

    A single run is compared with simulated plants that are asked for the same walk, joint by
    joint: which of them behaves most like its robot? More than two runs are compared likewise, and
    so are logs in MCAP, of this program or another one that writes the same messages.
    """
    if others:
        demand_heeded(context, ("robots", "jobs"), "runs are given to compare with, no plants")
    from hsm.apps.compare import compare

    span = (begin, math.inf if end is None else end)
    compare(recorded, others or (), plant or (), span, robots=robots, jobs=jobs, as_json=as_json)


@app.command()
def check(
    proofs: Annotated[
        bool,
        typer.Option("--proofs", help="Print everything that was proven about the state machine."),
    ] = False,
) -> None:
    """Load every file in config/ and prove the state machine; print all mistakes of all files."""
    from hsm.apps.check.check import check_everything

    raise typer.Exit(check_everything(all_proofs=proofs))


@app.command()
def diagrams(
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the pages are up to date.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for the pages.")] = Path("diagrams"),
) -> None:
    """Draw the state machine from its table, one page per part."""
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
        Path | None, typer.Option(help="Write the calibration of --robot to this file instead.")
    ] = None,
    share: Annotated[
        float, number(0.0, 1.0, "With --calibration: share of its errors that the file knows.")
    ] = 1.0,
) -> None:
    """Say what works on this computer, and how to mend the rest; or describe a simulated robot."""
    if calibration is None and "share" in given(context):
        raise typer.BadParameter("--share is for --calibration")
    if calibration is None and robot is None and "plant" in given(context):
        raise typer.BadParameter("--plant is for --robot and --calibration")
    from hsm.apps.doctor import examine, examine_robot, write_calibration

    if calibration is not None:
        write_calibration(robot or 0, plant, calibration, share)
    elif robot is not None:
        examine_robot(robot, plant)
    else:
        raise typer.Exit(examine())


def _group() -> None:
    raise AssertionError("the group of verbs stands in for this one")


for _verb, _help in {
    "measure": "Run campaigns of trials: walks, pushes, falls, get-ups, plants and more.",
    "plot": "Draw what a recorded run did: walk, path.",
    "kick": "Look at kicks: list, show, plot.",
    "motion": "Work on keyframe motions: list, show, play, plot, mirror, record, import, export.",
    "serve": "Serve a robot to other programs: lola, naoqi.",
    "robot": "Run the control cycle on a robot: run, install.",
    "view": "Steer a simulated robot on a page in the browser, or look at a recorded run.",
    "ask": "Ask a running robot for something: walk, goto, stand, sit, limp, status.",
}.items():
    app.command(_verb, help=_help)(_group)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, that of the process if none is given, and leave with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    rest = [word for word in words if word != "--debug"]
    debug = rest != words
    sys.exit(guarded(lambda: app(args=rest, prog_name="hsm", obj=debug), debug=debug))
