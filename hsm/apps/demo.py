"""`hsm demo`: one run that shows everything, with pictures and video."""

from pathlib import Path

from hsm.apps.run import RunOptions, conclude, perform, prepare
from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts
from hsm.simulated.other_model import ModelFiles

USUAL = Path("demo")
"""Default folder: a demonstration in it is replaced by the next one."""
_ONLY_HERE = "overview.*"
"""Page that no other command writes beside a run; its type depends on whether Graphviz is there."""


def show(
    scenario: str,
    out: Path | None,
    *,
    seed: int | None,
    every_step: bool,
    model: ModelFiles | None = None,
    force: bool = False,
) -> int:
    """Demonstrate a scenario, given by file or name; return the exit code.

    Video, pictures, figure, diagram and trace go to `out`, or to `demo` if that is None.

    Raises:
        ResultError: If the folder holds a run that may not be replaced.
    """
    folder = out or USUAL
    shown_before = out is None and any(folder.glob(_ONLY_HERE))
    replaces = force or shown_before
    artifacts = RunArtifacts(folder, EarlierRun.REPLACED if replaces else EarlierRun.REFUSED)
    choice = RunOptions(seed=seed, model=model, every_step=every_step)
    script, settings = prepare(scenario, choice)
    done = perform(script, settings, choice, artifacts)
    artifacts.trace(done)
    artifacts.overview()
    artifacts.figure(done)
    if not done.interrupted:
        artifacts.film(done, settings, strip=True)
    return conclude(done, artifacts)
