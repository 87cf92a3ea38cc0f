"""`hsm compare`: compares a run with other runs, or with plants that perform the same walk.

What loads the physics is imported where it is used: `--help` and two runs do without.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import Json, demand_heeded, demand_order, moment, number
from hsm.campaigns.plants.walk_log import is_mcap, read_walk
from hsm.console import note, say
from hsm.errors import HsmError, UsageError
from hsm.json_text import json_text
from hsm.pictures.run_pair import RunPair
from hsm.pictures.saving import demand_figure
from hsm.runs.reader import RecordedRun, file_of_run, read_run
from hsm.runs.time_window import WHOLE, TimeWindow
from hsm.runs.truth import remarks, truth_of
from hsm.settings.loader import plant_names

_WITH_WHAT = "Give a second RUN to compare two runs, or a single run that walks to compare plants."

app = typer.Typer()


@app.command()
def compare(
    context: typer.Context,
    recorded: Annotated[
        Path,
        typer.Argument(metavar="RUN", help="A recorded run (run.hsm), its folder, or an MCAP log."),
    ],
    others: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[RUN]...", help="Runs to compare with (default: simulated plants)."
        ),
    ] = None,
    plant: Annotated[
        list[str] | None,
        typer.Option(help="Plant to compare a single run with; may be repeated (default: all)."),
    ] = None,
    robots: Annotated[int, number(2, 1000, "Simulated robots per plant.")] = 10,
    begin: Annotated[
        float, moment("Start of the part of RUN that the plants repeat, s.", "--from")
    ] = 0.0,
    end: Annotated[
        float | None, moment("End of that part, s (default: end of RUN).", "--to")
    ] = None,
    jobs: Annotated[int, number(1, 64, "Parallel processes; the results do not depend on it.")] = 2,
    as_json: Json = False,
) -> None:
    """Compare two runs: their results, where they first diverge, and why.

    If the ground truth of both is known, a figure of both is written beside the first one, unless
    --json is given.

    A single run is compared joint by joint with simulated plants that perform the same walk, to
    find the plant that behaves most like its robot. More than two runs, and MCAP logs of this
    program or another one with the same messages, are compared in the same way.
    """
    if others:
        demand_heeded(context, ("robots", "jobs"), "the comparison is with runs, not with plants")
    others = others or []
    demand_order(begin, end)
    part = TimeWindow(begin, math.inf if end is None else end)
    if others and plant:
        raise UsageError("give either RUN or --plant to compare with, not both")
    _demand_different([recorded, *others])
    if len(others) == 1 and not (is_mcap(recorded) or is_mcap(others[0])):
        if part != WHOLE:
            raise UsageError("two runs are compared as a whole: omit --from and --to")
        _compare_two(read_run(recorded), read_run(others[0]), as_json=as_json)
        return
    from hsm.campaigns.plants.comparison import compare_with_plants, compare_with_runs
    from hsm.campaigns.report import show

    log = read_walk(recorded, part)
    try:
        if others:
            report = compare_with_runs(log, {str(path): read_walk(path) for path in others})
        else:
            asked = plant or sorted(plant_names())
            report = compare_with_plants(log, asked, robots=robots, jobs=jobs)
    except HsmError as error:
        if not others and not plant:
            error.hint = f"{_WITH_WHAT} {error.hint}".strip()
        raise
    show(report, as_json=as_json)


def _demand_different(given: Sequence[Path]) -> None:
    """Refuse a run that is given twice, even by different paths."""
    found: dict[Path, Path] = {}
    for path in given:
        file = file_of_run(path).resolve()
        if file in found:
            raise UsageError(f"{found[file]} and {path} are the same run")
        found[file] = path


def _compare_two(run: RecordedRun, other: RecordedRun, *, as_json: bool) -> None:
    """Print two runs side by side and where they diverge; save a figure beside the first."""
    pair = RunPair(run, other, (truth_of(run), truth_of(other)))
    for each, truth in zip((run, other), pair.truths, strict=True):
        for remark in remarks(each, truth):
            note(f"warning: {remark}")
    if as_json:
        say(json_text(pair.record(), indent=2))
        return
    say(pair.text())
    unknown = [name for name, truth in zip(pair.names, pair.truths, strict=True) if truth is None]
    if unknown:
        say(f"no figure: no ground truth of {' and '.join(unknown)}")
        return
    path = run.path.parent / f"compare_{pair.names[1].replace('/', '-')}.png"
    try:
        from hsm.pictures.run_pair_figure import draw_pair

        demand_figure(path, option="")
    except HsmError as error:  # no physics, a read-only folder: the comparison is already printed
        say(f"no figure: {error}")
        return
    draw_pair(path, pair)
    say(str(path))
