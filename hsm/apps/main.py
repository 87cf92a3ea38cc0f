"""The command `hsm`: its verbs, and the options of those that play scenarios.

Only what `--help` needs is imported at the top: most verbs are defined in modules that are loaded
when they are called, the others import their implementation then, so that `hsm --help` does not
load the physics. `error_boundary.py` defines how they end.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from hsm.apps.completion import SCENARIOS
from hsm.apps.error_boundary import guarded, lazy_group
from hsm.apps.options import (
    EveryStep,
    FastestWalk,
    JointMap,
    Model,
    OtherPlant,
    OtherRobot,
    OtherSeed,
    OwnConfig,
    ReplaceRun,
    SeveralRobots,
    WalkPatch,
    demand_heeded,
    given,
)
from hsm.scenarios.limits import MOST_TURN
from motions.request_limits import FURTHEST

LAZY_VERBS: dict[str, str] = {}
"""Verbs that are loaded when they are called, and the module whose `app` defines them."""

app = typer.Typer(
    cls=lazy_group(LAZY_VERBS),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Motion of a NAO: stand, walk, kick, fall softly and get up, in simulation or on a robot.",
)


def _lazy(verb: str, module: str, help: str) -> None:
    """Add a verb to the list of `hsm --help`, in the order of these calls."""

    def load() -> None:
        raise AssertionError("the lazily loaded verb replaces this command")

    LAZY_VERBS[verb] = module
    app.command(verb, help=help)(load)


def _tell_version(asked: bool) -> None:
    if asked:
        from hsm.apps.doctor import version

        typer.echo(f"nao-hsm {version()}")
        raise typer.Exit


def _on_the_field(value: tuple[float, float, float] | None) -> tuple[float, float, float] | None:
    if value is not None:
        for name, number, most in zip(
            ("X", "Y", "DEG"), value, (FURTHEST, FURTHEST, MOST_TURN), strict=True
        ):
            if not -most <= number <= most:  # true for NaN as well
                raise typer.BadParameter(f"{name} {number:g} is not between {-most:g} and {most:g}")
    return value


_SCENARIO = "Scenario file, or the name of one in config/scenarios (see `hsm scenario list`)."


@app.callback()
def _options(
    debug: Annotated[
        bool,
        typer.Option(
            "--debug", help="Show the traceback of an error; may also follow the command."
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print version and commit.", is_eager=True, callback=_tell_version
        ),
    ] = False,
) -> None:
    """Declare the global options for `--help`; `main` has already handled `--debug`."""


_lazy(
    "demo",
    "hsm.apps.demo",
    "Play the demonstration: kick, walk, fall, get up; write recording, video and pictures.",
)


@app.command()
def run(
    context: typer.Context,
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help=_SCENARIO, autocompletion=SCENARIOS)
    ] = None,
    plant: OtherPlant = None,
    seed: OtherSeed = None,
    robot: OtherRobot = None,
    video: Annotated[bool, typer.Option("--video", help="Also render a video.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the results (default: runs/SCENARIO, or the next free name)."
        ),
    ] = None,
    model: Model = None,
    joint_map: JointMap = None,
    calibration: Annotated[
        Path | None,
        typer.Option(
            help="Calibration file of the robot's joint zeros (default: that of a typical team)."
        ),
    ] = None,
    steps: EveryStep = False,
    again: Annotated[
        Path | None,
        typer.Option(
            "--replay",
            metavar="RUN",
            help="Replay the decisions of a run and compare every command.",
        ),
    ] = None,
    goto: Annotated[
        tuple[float, float, float] | None,
        typer.Option(
            metavar="X Y DEG",
            help="Walk to a pose instead: metres forward, metres left, degrees counterclockwise.",
            callback=_on_the_field,
        ),
    ] = None,
    patch: WalkPatch = None,
    profile: FastestWalk = "normal",
    camera: Annotated[
        Literal["follow", "side", "above"] | None,
        typer.Option(help="View of the video (default: follow)."),
    ] = None,
    force: ReplaceRun = False,
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
    files: Annotated[
        list[str], typer.Argument(metavar="SCENARIO...", help=_SCENARIO, autocompletion=SCENARIOS)
    ],
    plant: OtherPlant = None,
    seed: OtherSeed = None,
    robot: OtherRobot = None,
    robots: SeveralRobots = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for the runs of failed scenarios.")
    ] = Path("runs"),
    check: Annotated[
        bool, typer.Option("--check", help="With `reference`: only check that it is up to date.")
    ] = False,
) -> None:
    """Run and judge scenarios; print and save the failed ones.

    Exit code: 0 if all passed, 1 if one failed or could not be loaded, 2 for incorrect usage,
    70 for a defect of the program, 130 if interrupted.

    `hsm scenario list` lists config/scenarios; `new NAME` writes a commented template;
    `reference` updates the reference of all keys and the JSON schema in config/scenarios.
    """
    from hsm.apps.run import RunOptions
    from hsm.apps.scenario import (
        begin_new,
        judge,
        judge_on_robots,
        list_scenarios,
        write_reference,
    )

    of_playing = ("plant", "seed", "robot", "robots", "out")
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
    if robots is None:
        raise typer.Exit(judge(files, RunOptions(plant=plant, seed=seed, robot=robot), out))
    demand_heeded(
        context, ("robot", "out"), "with --robots, the first robots run and nothing is saved"
    )
    raise typer.Exit(judge_on_robots(files, RunOptions(plant=plant, seed=seed), robots))


_lazy("export", "hsm.apps.export.export_run", "Export a recorded run for other programs.")
_lazy(
    "explain",
    "hsm.apps.explain",
    "Explain a decision (the row that fired, or what each row was missing), or a fall.",
)
_lazy(
    "compare",
    "hsm.apps.compare",
    "Compare two runs: their results, where they first diverge, and why.",
)


@app.command()
def check(
    proofs: Annotated[
        bool,
        typer.Option("--proofs", help="Print every proven property of the state machine."),
    ] = False,
    config: OwnConfig = None,
) -> None:
    """Check every file in config/ and prove the state machine; print all mistakes at once."""
    from hsm.apps.check.check import check_everything

    raise typer.Exit(check_everything(config, all_proofs=proofs))


_lazy(
    "diagrams",
    "hsm.apps.diagrams",
    "Draw the state machine from its transition table, one page per part.",
)
_lazy(
    "doctor",
    "hsm.apps.doctor",
    "Report what works on this computer and how to fix the rest; or describe a simulated robot.",
)
_lazy(
    "measure",
    "hsm.apps.measure.cli",
    "Run campaigns of trials: walks, pushes, falls, get-ups, plants and more.",
)
_lazy("plot", "hsm.apps.plot", "Plot a recorded run: walk, path.")
_lazy("kick", "hsm.apps.kick.cli", "Inspect kicks: list, show, plot.")
_lazy(
    "motion",
    "hsm.apps.motion.cli",
    "Work on keyframe motions: list, show, play, plot, mirror, record, import, export.",
)
_lazy("serve", "hsm.apps.serve.cli", "Serve a robot to other programs: lola, naoqi.")
_lazy("robot", "hsm.apps.robot.cli", "Run the control cycle on a robot: run, install.")
_lazy(
    "view",
    "hsm.apps.view.cli",
    "Steer a simulated robot in the browser, or look at a recorded run.",
)
_lazy(
    "ask",
    "hsm.apps.ask.cli",
    "Command a running robot: walk, goto, special, stand, sit, limp; change its walk; query its"
    " status.",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line (`sys.argv` if None) and exit with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    rest = [word for word in words if word != "--debug"]
    debug = rest != words
    sys.exit(guarded(lambda: app(args=rest, prog_name="hsm", obj=debug), debug=debug))
