"""`hsm demo`: one run that shows everything, with pictures and video.

What loads the physics is imported when the demonstration is played: `--help` does without.
"""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import EveryStep, JointMap, Model, OtherSeed, ReplaceRun

app = typer.Typer()

USUAL = Path("demo")
"""Default folder: a demonstration in it is replaced by the next one."""
_ONLY_HERE = "overview.*"
"""Page that no other command writes beside a run; its type depends on whether Graphviz is there."""


@app.command()
def demo(
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the results (default: demo, whose last one is replaced)."),
    ] = None,
    seed: OtherSeed = None,
    scenario: Annotated[str, typer.Option(help="Scenario to play.", metavar="SCENARIO")] = "demo",
    model: Model = None,
    joint_map: JointMap = None,
    steps: EveryStep = False,
    force: ReplaceRun = False,
) -> None:
    """Play the demonstration: kick, walk, fall, get up; write recording, video and pictures."""
    from hsm.apps.run import RunOptions, conclude, perform, prepare
    from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts
    from hsm.simulated.other_model import model_files

    choice = RunOptions(seed=seed, model=model_files(model, joint_map), every_step=steps)
    folder = out or USUAL
    shown_before = out is None and any(folder.glob(_ONLY_HERE))
    replaces = force or shown_before
    artifacts = RunArtifacts(folder, EarlierRun.REPLACED if replaces else EarlierRun.REFUSED)
    script, settings = prepare(scenario, choice)
    done = perform(script, settings, choice, artifacts)
    artifacts.trace(done)
    artifacts.overview()
    artifacts.figure(done)
    if not done.interrupted:
        artifacts.film(done, settings, strip=True)
    raise typer.Exit(conclude(done, artifacts))
