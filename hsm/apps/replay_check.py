"""`hsm run --replay RUN`: makes the decisions of a recorded run again and compares them."""

from pathlib import Path

from hsm.chart import robot_chart
from hsm.console import say
from hsm.control.assembly import MotionSettings, load_robot, load_settings
from hsm.errors import ConfigError
from hsm.runs.provenance import changes_since
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.replay import compare


def replay(path: Path) -> int:
    """Replay a run with its own parameters and say whether it is the same.

    Returns:
        Exit code: 1 if it is not the same, or not there to its end.

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
        say(f"NOT CLOSED: the same as far as it goes, {counts}")
    return 1


def warnings(run: RecordedRun) -> tuple[str, ...]:
    """Return what a reader of a run has to know: it was cut off, or it was made otherwise."""
    changes = changes_since(
        run.header, robot_chart(load_robot().cycle).structure, _settings_of_today()
    )
    return tuple(line for line in (run.warning, changes) if line)


def tell_warnings(run: RecordedRun) -> None:
    """Print them."""
    for line in warnings(run):
        say(f"warning: {line}")


def _settings_of_today() -> MotionSettings | None:
    """Return the parameters of today; a run brings its own, so mistakes in them do not matter."""
    try:
        return load_settings()
    except ConfigError:
        return None
