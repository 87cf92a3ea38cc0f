"""`hsm compare`: a run beside another one, or beside plants that are asked the same."""

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

_WITH_WHAT = "Give a second RUN to compare any two, or a run that walks to compare it with plants."


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
    """Compare a run, or a log in MCAP, with other runs or with so many robots of plants.

    Without other runs it is plants: those that are named, or all. The span, from a time
    to another, s, is the part of the first one that is looked at.

    Raises:
        HsmError: If a file is no recorded walk, both runs and plants are given, or one run twice.
    """
    part = LogPart(*span)
    if others and plants:
        raise HsmError("compare with runs or with plants: give RUN or --plant, not both")
    _demand_different([recorded, *others])
    if len(others) == 1 and not (is_mcap(recorded) or is_mcap(others[0])):
        if part != WHOLE:
            raise HsmError("two runs are compared whole: leave out --from and --to")
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
    """Refuse a run that is given twice, by whatever path."""
    found: dict[Path, Path] = {}
    for path in given:
        file = file_of_run(path).resolve()
        if file in found:
            raise HsmError(f"{found[file]} and {path}: these are the same run")
        found[file] = path


def _compare_two(run: RecordedRun, other: RecordedRun, *, as_json: bool) -> None:
    """Print two runs beside each other and where they part; draw both, beside the first."""
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
        say(f"no figure: nothing true is known of {' and '.join(unknown)}")
        return
    path = run.path.parent / f"compare_{Path(pair.names[1]).name}.png"
    try:
        demand_figure(path)
    except HsmError as error:  # what is told is told, in a folder of somebody else's too
        say(f"no figure: {error}")
        return
    draw_pair(path, pair)
    say(str(path))
