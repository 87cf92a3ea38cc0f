"""`hsm compare LOG`: a recorded walk beside plants that are asked the same, or other runs."""

from collections.abc import Sequence
from pathlib import Path

from hsm.campaigns.plants.comparison import compare_with_plants, compare_with_runs
from hsm.campaigns.report import show
from hsm.errors import HsmError
from hsm.runs.reader import read_run
from hsm.scenarios.loader import plant_names


def compare(
    recorded: Path,
    others: Sequence[Path],
    plants: Sequence[str],
    *,
    robots: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Compare a recorded walk with plants, or with other runs.

    Args:
        recorded: The log, or the folder that it is in.
        others: Runs; plants are asked if there are none.
        plants: Names of plants; all that there are if empty.
        robots: How many of each plant.
        jobs: Processes.
        as_json: Print a record for machines.

    Raises:
        HsmError: If a file is no recorded walk, or both runs and plants are given.
    """
    if others and plants:
        raise HsmError("compare with runs or with plants: give RUN or --plant, not both")
    run = read_run(recorded)
    if others:
        report = compare_with_runs(run, {str(path): read_run(path) for path in others})
    else:
        report = compare_with_plants(run, plants or sorted(plant_names()), robots=robots, jobs=jobs)
    show(report, as_json=as_json)
