"""`hsm demo`: one run that shows everything, with all that can be made of it."""

from pathlib import Path

from hsm.apps.run import RunOptions, conclude, perform, prepare
from hsm.pictures.run_artifacts import RunArtifacts
from hsm.simulated.other_model import ModelFiles


def show(
    scenario: str,
    out: Path,
    *,
    seed: int | None,
    every_step: bool,
    model: ModelFiles | None = None,
) -> int:
    """Run the demonstration.

    Args:
        scenario: File or name of what to show.
        out: Folder for video, pictures, figure, diagram and trace.
        seed: Instead of the scenario's.
        every_step: Print every walking step.
        model: Somebody else's model of the robot; our own if None.

    Returns:
        Exit code.
    """
    choice = RunOptions(seed=seed, model=model, every_step=every_step)
    artifacts = RunArtifacts(out)
    script, settings = prepare(scenario, choice)
    done = perform(script, settings, choice, artifacts)
    artifacts.trace(done)
    artifacts.overview()
    artifacts.figure(done)
    if not done.interrupted:
        artifacts.film(done, settings, strip=True)
    return conclude(done, artifacts)
