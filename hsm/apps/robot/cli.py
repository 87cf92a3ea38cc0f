"""The commands below `hsm robot`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import (
    FastestWalk,
    OwnConfig,
    RequestSocket,
    WalkPatch,
    demand_heeded,
    given,
    number,
)
from hsm.apps.robot.socket_paths import lola_socket, request_socket
from hsm.same_program import option_words, same_program

_TRIED_FOR = 0.5
"""Duration of `--dry-run`, min."""

app = typer.Typer(
    help="Run the control cycle on a robot, through its LoLA socket.",
    no_args_is_help=True,
)


@app.command()
def install(
    host: Annotated[str, typer.Argument(help="Destination for ssh, such as nao@10.0.4.21.")],
    wheel: Annotated[
        Path, typer.Option(help="Wheel of this program, built by `pip wheel --no-deps .`")
    ],
    python: Annotated[
        str, typer.Option(help="The robot's interpreter, 3.11 or newer, such as python3.11.")
    ] = "python3",
    packages: Annotated[
        Path | None,
        typer.Option(
            help="Folder with the wheels of its dependencies, for a robot without internet access."
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Execute the steps instead of printing them.")
    ] = False,
) -> None:
    """Print the steps of an installation on a robot, or execute them; untested on a real one."""
    from hsm.apps.deployment.install import install

    install(host, wheel, execute=yes, python=python, packages=packages)


@app.command()
def run(
    context: typer.Context,
    at: Annotated[
        Path | None,
        typer.Option(
            "--socket", metavar="PATH", help="Socket of the robot, /tmp/robocup on a NAO."
        ),
    ] = None,
    requests: RequestSocket = None,
    calibration: Annotated[
        Path | None,
        typer.Option(
            help="Calibration of the joint zeros: a file, or a folder with one file per body;"
            " default: config/bodies, if it exists."
        ),
    ] = None,
    config: OwnConfig = None,
    profile: FastestWalk = "normal",
    patch: WalkPatch = None,
    lock_step: Annotated[
        bool,
        typer.Option(
            "--lock-step",
            help="The robot waits for every command, as that of `hsm serve lola --lock-step`;"
            " time then runs as fast as both compute.",
        ),
    ] = False,
    cycles: Annotated[
        int | None, number(1, 1_000_000_000, "End after this many cycles of 12 ms.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Record the run into a new folder in DIR; the link `latest` points to it.",
        ),
    ] = None,
    record_mb: Annotated[
        float,
        number(
            1.0,
            100_000.0,
            "Maximum total size of all runs in DIR, MB; the oldest are deleted.",
        ),
    ] = 1000.0,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Run 30 s on a simulated robot, without requests, and print the cycle times;"
            " for requests, use `hsm serve lola`.",
        ),
    ] = False,
    report: Annotated[
        Path | None, typer.Option(help="JSON file for the cycle times, written at the end.")
    ] = None,
) -> None:
    """Run the control cycle on a robot, with a watchdog; Control-C sits the robot down first."""
    if config is not None and patch is not None:
        raise typer.BadParameter(
            "--patch is laid over the program's own walk: write its values into"
            f" {config / 'walking' / 'engine.yaml'}, or omit --config"
        )
    if dry_run:
        if given(context) - {"dry_run", "lock_step", "config", "profile", "patch"}:
            raise typer.BadParameter(
                "--dry-run serves its own robot: it can only be combined with --lock-step,"
                " --config, --profile and --patch"
            )
        _try(config, profile, patch, lock_step=lock_step)
        return
    if record is None:
        demand_heeded(context, ["record_mb"], "nothing is recorded without --record DIR")
    words = option_words(
        socket=at or lola_socket(),
        config=config,
        profile=profile,
        patch=patch,
        requests=requests or request_socket(),
        record_mb=record_mb,
        calibration=calibration,
        cycles=cycles,
        record=record,
        report=report,
        lock_step=lock_step,
    )
    debug = option_words(debug=bool(context.obj))  # see `main` of hsm/apps/main.py
    sys.stdout.flush()
    # Replaces this process: the control process must not load the command line.
    os.execv(sys.executable, [*same_program("hsm.apps.robot"), *debug, "run", *words])


def _try(config: Path | None, profile: str, patch: Path | None, *, lock_step: bool) -> None:
    """Run on a served robot for a while and print the cycle times."""
    import hardware.simulation  # noqa: F401 # fails here: the server process would not say why
    from hsm.apps.robot.loop import CycleOptions, settings_of
    from hsm.campaigns.wire.link import measure_link
    from hsm.console import say

    # Refused here: the robot process would only not answer.
    settings_of(CycleOptions(lola_socket(), config=config, profile=profile, patch=patch))
    words = option_words(config=config, profile=profile, patch=patch)
    measured = measure_link("ideal", minutes=_TRIED_FOR, seed=0, lock_step=lock_step, options=words)
    say(f"{measured.text()}\n{measured.budget()}")
