"""`hsm run --replay RUN`: replays the decisions of a recorded run and compares them."""

from pathlib import Path

from hsm.chart import robot_chart
from hsm.console import say
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import ConfigError
from hsm.runs.provenance import changes_since
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.replay import compare
from hsm.settings.robot_file import load_robot


def replay(path: Path) -> int:
    """Replay a run with its own parameters and print whether it is identical.

    Returns:
        Exit code: 1 if it differs or the recording is incomplete.

    Raises:
        RunError: If the file is no run.
    """
    run = read_run(path)
    tell_warnings(run)
    result = compare(run)
    counts = f"{result.cycles} cycles, {result.transitions} transitions"
    if result.identical:
        say(f"identical: {counts}")
        return 0
    if result.difference is not None:
        say(f"DIFFERENT after {counts}, first in {result.difference}")
    else:
        say(f"NOT CLOSED: identical up to the end of the recording, {counts}")
    return 1


def warnings(run: RecordedRun) -> tuple[str, ...]:
    """Return warnings about a run: it was cut off, or the program or parameters have changed."""
    changes = changes_since(
        run.header, robot_chart(load_robot().cycle).structure, _settings_of_today()
    )
    return tuple(line for line in (run.warning, changes) if line)


def tell_warnings(run: RecordedRun) -> None:
    """Print the warnings about a run."""
    for line in warnings(run):
        say(f"warning: {line}")


def _settings_of_today() -> MotionSettings | None:
    """Return the current parameters, or None if they have mistakes: a run contains its own."""
    try:
        return load_settings()
    except ConfigError:
        return None
