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
from hsm.apps.options import OtherRobot, OtherSeed, Recorded, Target, given, moment, number

VERB_GROUPS = {
    "measure": "hsm.apps.measure.commands",
    "kick": "hsm.apps.kick.commands",
    "motion": "hsm.apps.motion.commands",
    "plot": "hsm.apps.plot",
    "serve": "hsm.apps.serve.commands",
    "robot": "hsm.apps.robot.commands",
    "ask": "hsm.apps.ask.commands",
}
"""Verbs with verbs of their own, and the module whose `app` holds them."""

app = typer.Typer(
    cls=lazy_group(VERB_GROUPS),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="A NAO that stands, walks, falls softly and gets up again, in physics.",
)

Plant = Annotated[
    str | None,
    typer.Option(help="a file in config/plants, instead of the scenario's.", show_default=False),
]
Model = Annotated[
    Path | None,
    typer.Option(help="MJCF of another NAO model, instead of ours.", show_default=False),
]
JointMap = Annotated[
    Path | None, typer.Option(help="YAML with the names in that model.", show_default=False)
]
Video = Annotated[bool, typer.Option("--video", help="Make a video too.")]
FilmedFrom = Annotated[
    Literal["follow", "side", "above"] | None,
    typer.Option("--camera", help="From where the video is taken; follow if not given."),
]
RunFolder = Annotated[
    Path | None,
    typer.Option("--out", help="Folder for what it leaves; runs/SCENARIO or the next free one."),
]
KnownZeros = Annotated[
    Path | None,
    typer.Option(
        "--calibration",
        help="What is known of the robot's zeros; if not given, what teams know.",
    ),
]
Replayed = Annotated[
    Path | None,
    typer.Option("--replay", metavar="RUN", help="Decide a recorded run again and compare."),
]
WalkPatch = Annotated[
    Path | None,
    typer.Option("--patch", help="YAML laid over walking/engine.yaml.", show_default=False),
]
FastestWalk = Annotated[
    str, typer.Option("--profile", help="Fastest walk: a file in config/walking/profiles.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a run that is there already.")]
EveryStep = Annotated[
    bool, typer.Option("--steps", help="Print every walking step, not only their number.")
]


@app.callback()
def _options(
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show the traceback of an error; works after a verb too."),
    ] = False,
) -> None:
    """Take the options that belong to no verb; `main` has already looked for them."""


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for what it leaves.")] = Path("demo"),
    seed: OtherSeed = None,
    scenario: Annotated[str, typer.Option(help="What to show.", metavar="SCENARIO")] = "demo",
    model: Model = None,
    joint_map: JointMap = None,
    steps: EveryStep = False,
) -> None:
    """Stand, walk, be pushed over, get up, walk on: prints why, leaves video and pictures."""
    from hsm.apps.demo import show
    from hsm.simulated.external import model_files

    files = model_files(model, joint_map)
    raise typer.Exit(show(scenario, out, seed=seed, every_step=steps, model=files))


@app.command()
def run(
    context: typer.Context,
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="SCENARIO", help="A scenario file, or the name of one in config/scenarios."
        ),
    ] = None,
    plant: Plant = None,
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
    """Run one scenario: prints every change of state with its reason, leaves run and figure.

    With --replay, a recorded run (run.hsm, or its folder) instead of a scenario: its frames and
    requests go through the control cycle again; exit code 1 at the first difference.
    """
    if camera is not None and not video:
        raise typer.BadParameter("--camera is for --video")
    if [scenario is None, again is None, goto is None].count(False) != 1:
        raise typer.BadParameter("give one of SCENARIO, --replay RUN and --goto X Y DEG")
    if again is not None:
        if given(context) != {"again"}:
            raise typer.BadParameter("--replay takes all from the run; leave the others out")
        from hsm.apps.replay import replay

        raise typer.Exit(replay(again))
    from hsm.apps.run import RunOptions, play, play_goto
    from hsm.simulated.external import model_files

    files = model_files(model, joint_map)
    choice = RunOptions(
        plant, seed, robot, model=files, calibration=calibration, patch=patch, profile=profile,
        camera=camera or "follow",
    )  # fmt: skip
    if goto is not None:
        from motions.kinematics.geometry import Pose2

        target = Pose2(goto[0], goto[1], math.radians(goto[2]))
        code = play_goto(target, choice, out, video=video, every_step=steps, force=force)
        raise typer.Exit(code)
    assert scenario is not None
    raise typer.Exit(play(scenario, choice, out, video=video, every_step=steps, force=force))


@app.command()
def scenario(
    files: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Files, or names of ones in config/scenarios."),
    ],
    plant: Plant = None,
    seed: OtherSeed = None,
    robot: OtherRobot = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for what a failed scenario leaves.")
    ] = Path("runs"),
    check: Annotated[
        bool, typer.Option("--check", help="With `reference`: only say whether it is current.")
    ] = False,
) -> None:
    """Run scenarios and judge each; exit code 1 if one fails, with its story, run and video.

    `hsm scenario new NAME` writes a scenario with comments to begin with; `hsm scenario reference`
    writes the page of all keys and the schema for editors into config/scenarios/.
    """
    from hsm.apps.run import RunOptions
    from hsm.apps.scenario import begin_new, judge, write_reference

    if files[0] == "new":
        if len(files) != 2:
            raise typer.BadParameter("give the new scenario one name: hsm scenario new NAME")
        raise typer.Exit(begin_new(files[1]))
    if files == ["reference"]:
        raise typer.Exit(write_reference(check=check))
    if check:
        raise typer.BadParameter("--check belongs to hsm scenario reference")
    raise typer.Exit(judge(files, RunOptions(plant=plant, seed=seed, robot=robot), out))


@app.command()
def export(
    recorded: Recorded,
    to: Annotated[Literal["mcap", "npz"], typer.Option(help="Format of the file.")],
    out: Annotated[Path | None, typer.Option(help="The file, if not beside the run.")] = None,
) -> None:
    """Write a recorded run in a format that other programs read."""
    from hsm.apps.export.export import export

    raise typer.Exit(export(recorded, to, out))


@app.command()
def explain(
    recorded: Recorded,
    at: Annotated[float | None, moment("Time in the run, s; the nearest cycle is told.")] = None,
    fall: Annotated[
        bool, typer.Option("--fall", help="Say of every fall what came first and what was missing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say why: which row fired in one cycle or what every row was missing; or why it fell."""
    if (at is None) is not fall:
        raise typer.BadParameter("give one of --at T and --fall")
    from hsm.apps.explain import explain, explain_falls

    if at is None:
        raise typer.Exit(explain_falls(recorded, as_json=as_json))
    raise typer.Exit(explain(recorded, at, as_json=as_json))


@app.command()
def compare(
    recorded: Recorded,
    others: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RUN]...", help="What to compare it with, instead of plants."),
    ] = None,
    plant: Annotated[
        list[str] | None,
        typer.Option(help="That is asked again what the log asked; repeatable.  [default: all]"),
    ] = None,
    robots: Annotated[int, number(2, 1000, "Robots of every plant.")] = 10,
    jobs: Annotated[int, number(1, 64, "Processes.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Put two runs beside each other: what came of each, where they part first, and why.

    A figure of both is left beside the first one.

    With one run, or with more than two, walks are compared joint by joint: a single run with plants
    that are asked what it was asked, to find the one that does as its robot did.
    """
    from hsm.apps.compare import compare

    compare(recorded, others or (), plant or (), robots=robots, jobs=jobs, as_json=as_json)


@app.command()
def check(
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Print all that was proven about the chart.")
    ] = False,
) -> None:
    """Load every file in config and prove the chart; prints all mistakes of all files."""
    from hsm.apps.check.check import check_everything

    raise typer.Exit(check_everything(all_proofs=proofs))


@app.command()
def diagrams(
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the committed pages are current.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder of the pages.")] = Path("diagrams"),
) -> None:
    """Draw the state machine from its table, one page per part."""
    from hsm.apps.diagrams import compare, draw

    raise typer.Exit(compare(out) if check else draw(out))


@app.command()
def doctor(
    robot: OtherRobot = None,
    plant: Annotated[str, typer.Option(help="Name of a file in config/plants.")] = "standard",
    calibration: Annotated[
        Path | None, typer.Option(help="Write the robot's calibration there instead.")
    ] = None,
    share: Annotated[float, number(0.0, 1.0, "Of its errors that the calibration knows.")] = 1.0,
) -> None:
    """Say what works on this machine, and how to mend what does not; or what a robot is like."""
    from hsm.apps.doctor import examine, examine_robot, write_calibration

    if calibration is not None:
        raise typer.Exit(write_calibration(robot or 0, plant, calibration, share))
    raise typer.Exit(examine() if robot is None else examine_robot(robot, plant))


def _group() -> None:
    raise AssertionError("the group of verbs stands in for this one")


for _verb, _help in {
    "measure": "Run campaigns of trials: walks, pushes, falls, get-ups, plants and more.",
    "plot": "Draw what a recorded run did: walk.",
    "kick": "Look at kicks: list, show, plot.",
    "motion": "Work on keyframe motions: list, show, play, plot, mirror, record, import, export.",
    "serve": "Serve a robot to other programs: lola, naoqi.",
    "robot": "Run the control cycle on a robot that is on a socket: run, install.",
    "ask": "Ask something of the robot that runs: walk, goto, stand, sit, limp, status.",
}.items():
    app.command(_verb, help=_help)(_group)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code.

    Args:
        arguments: Words after the program's name; those of the process if not given.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    rest = [word for word in words if word != "--debug"]
    sys.exit(guarded(lambda: app(args=rest, prog_name="hsm"), debug=rest != words))


if __name__ == "__main__":
    main()
