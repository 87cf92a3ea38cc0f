"""`hsm run --replay RUN`: makes the decisions of a recorded run again and compares them."""

from pathlib import Path

from hsm.apps.console import say
from hsm.runtime.assembly import load_settings
from hsm.runtime.recorded import read_run
from hsm.runtime.replay import compare, warnings


def replay(path: Path) -> int:
    """Replay a run and say whether it is the same.

    Args:
        path: The run, or the folder that it is in.

    Returns:
        Exit code: 1 if it is not the same.

    Raises:
        RecordingError: If the file is no run.
    """
    run, settings = read_run(path), load_settings()
    for line in warnings(run, settings):
        say(f"warning: {line}")
    result = compare(run, settings)
    counts = f"{result.cycles} cycles, {result.transitions} transitions"
    if result.difference is None:
        say(f"identical: {counts}")
        return 0
    say(f"DIFFERENT after {counts}, first in {result.difference}")
    return 1
