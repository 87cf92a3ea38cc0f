"""`hsm compare`: compares a run with other runs, or with plants that perform the same walk."""

from collections.abc import Sequence
from pathlib import Path

from hsm.campaigns.plants.comparison import compare_with_plants, compare_with_runs
from hsm.campaigns.plants.walk_log import is_mcap, read_walk
from hsm.campaigns.report import show_measured
from hsm.console import err, say
from hsm.errors import HsmError
from hsm.json_text import json_text
from hsm.pictures.run_pair import RunPair
from hsm.pictures.run_pair_figure import draw_pair
from hsm.pictures.saving import demand_figure
from hsm.runs.mcap_log import WHOLE, LogPart
from hsm.runs.reader import RecordedRun, file_of_run, read_run
from hsm.runs.truth import remarks, truth_of
from hsm.scenarios.loader import plant_names

_WITH_WHAT = "Give a second RUN to compare two runs, or a single run that walks to compare plants."


def compare(
    recorded: Path,
    others: Sequence[Path],
    plants: Sequence[str],
    span: tuple[float, float],
    *,
    robots: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Compare a run or an MCAP log with other runs, or with plants.

    Args:
        recorded: The run or log.
        others: Runs or logs to compare it with; plants if empty.
        plants: Names of the plants; all if empty.
        span: Begin and end of the part of `recorded` to compare, s.
        robots: Number of simulated robots per plant.
        jobs: Number of processes.
        as_json: Print the results as JSON.

    Raises:
        HsmError: If a file is no recorded walk, both runs and plants are given, or one run twice.
    """
    part = LogPart(*span)
    if others and plants:
        raise HsmError("give either RUN or --plant to compare with, not both")
    _demand_different([recorded, *others])
    if len(others) == 1 and not (is_mcap(recorded) or is_mcap(others[0])):
        if part != WHOLE:
            raise HsmError("two runs are compared as a whole: omit --from and --to")
        _compare_two(read_run(recorded), read_run(others[0]), as_json=as_json)
        return
    log = read_walk(recorded, part)
    try:
        if others:
            report = compare_with_runs(log, {str(path): read_walk(path) for path in others})
        else:
            asked = plants or sorted(plant_names())
            report = compare_with_plants(log, asked, robots=robots, jobs=jobs)
    except HsmError as error:
        if not others and not plants:
            error.hint = _WITH_WHAT
        raise
    show_measured(report, as_json=as_json)


def _demand_different(given: Sequence[Path]) -> None:
    """Refuse a run that is given twice, even by different paths."""
    found: dict[Path, Path] = {}
    for path in given:
        file = file_of_run(path).resolve()
        if file in found:
            raise HsmError(f"{found[file]} and {path} are the same run")
        found[file] = path


def _compare_two(run: RecordedRun, other: RecordedRun, *, as_json: bool) -> None:
    """Print two runs side by side and where they diverge; save a figure beside the first."""
    pair = RunPair(run, other, (truth_of(run), truth_of(other)))
    for each, truth in zip((run, other), pair.truths, strict=True):
        for remark in remarks(each, truth):
            err.print(f"warning: {remark}", soft_wrap=True)
    if as_json:
        say(json_text(pair.record(), indent=2))
        return
    say(pair.text())
    unknown = [name for name, truth in zip(pair.names, pair.truths, strict=True) if truth is None]
    if unknown:
        say(f"no figure: no ground truth of {' and '.join(unknown)}")
        return
    path = run.path.parent / f"compare_{Path(pair.names[1]).name}.png"
    try:
        demand_figure(path)
    except HsmError as error:  # such as a read-only folder; the comparison is already printed
        say(f"no figure: {error}")
        return
    draw_pair(path, pair)
    say(str(path))
