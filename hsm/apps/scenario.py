"""`hsm scenario`: runs and judges scenarios, lists them, writes new ones and their reference."""

import os
from collections.abc import Sequence
from dataclasses import replace
from heapq import merge
from operator import itemgetter
from pathlib import Path
from shlex import quote

from hsm.apps.error_boundary import INTERRUPTED
from hsm.apps.run import RunOptions, demand_no_runs, tell_what_to_ask, total
from hsm.apps.transition_log import TransitionLog
from hsm.chart import Transition
from hsm.console import Bar, complain, say
from hsm.control.assembly import MotionSettings, load_settings
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.file_names import demand_name
from hsm.output_files import ResultError, demand_file, write_whole
from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts
from hsm.playing import demand_a_cycle
from hsm.scenarios.loader import find_scenario, load_scenarios
from hsm.scenarios.reference_page import PAGE, SCHEMA, new_scenario, page, schema
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.verdict import Verdict
from hsm.settings.loader import config_folder
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import Run, ScenarioObserver, about, run
from hsm.simulated.simulation import check_plant

PAGES = config_folder() / "scenarios"
"""Folder of the scenarios, their reference page and their schema."""


def begin_new(name: str) -> None:
    """Write a commented new scenario.

    Args:
        name: Name of the scenario, optionally with a folder; its file is `NAME.yaml`.

    Raises:
        HsmError: If the name is no valid file name, or the file exists.
    """
    given = Path(name.removesuffix(".yaml"))
    name = demand_name("name of the scenario", given.name)
    path = given.with_name(f"{name}.yaml")
    demand_file(path, "another NAME")
    if path.exists():
        raise ResultError(path, "already exists; give the new scenario another name")
    try_it = f"hsm run {quote(str(path))}"
    write_whole(path, new_scenario(name, os.path.relpath(PAGES / SCHEMA, path.parent), try_it))
    say(f"{path}   (try it: {try_it}; reference: {os.path.relpath(PAGES / PAGE)})")


def list_scenarios() -> None:
    """Print every scenario of `config/scenarios/` with its description."""
    files = sorted(PAGES.glob("*.yaml"))
    width = max((len(file.stem) for file in files), default=0)
    scenarios = load_scenarios([str(file) for file in files], judged=False)
    for file, scenario in zip(files, scenarios, strict=True):
        say(f"{file.stem:<{width}}  {scenario.description}")


def write_reference(*, check: bool) -> int:
    """Write the reference page and the schema, or only check that they are current.

    Returns:
        Exit code: 1 if `check` and one of them is stale.
    """
    texts = {PAGES / PAGE: page(), PAGES / SCHEMA: schema()}
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text() != text]
    for path in stale:
        if not check:
            write_whole(path, texts[path])
        say(f"{'stale: ' if check else ''}{os.path.relpath(path)}")
    if not stale:
        say(f"{os.path.relpath(PAGES)} is current")
    return int(check and bool(stale))


class _Clock(ScenarioObserver):
    """Advances a bar with the simulated time."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar

    def look(self, made: Cycle) -> None:
        self._bar.to(made.outcome.robot.time)


def judge(names: Sequence[str], choice: RunOptions, out: Path) -> int:
    """Run scenarios, given by files or names, and print one verdict each.

    One of several that cannot be loaded is reported, and counts as failed. Run, trace, figure and
    video of a failed one are saved in a separate folder in `out`, if that can be written.

    Returns:
        Exit code: 1 if one failed.

    Raises:
        HsmError: If the plant is unknown, or the only scenario cannot be loaded.
    """
    settings = load_settings()
    passed = 0
    for name, scenario in _all_loaded(names, choice, settings):
        played = choice.laid_over(scenario)
        done = _run(played, settings)
        if done.interrupted:
            return INTERRUPTED
        _tell(name, done, choice)
        passed += done.verdict.passed
        if done.verdict.passed:
            continue
        try:
            saved = _keep(done, settings, out / played.name.replace(" ", "_"))
        except ResultError as error:  # the verdict is printed already
            complain(error)
            continue
        if not saved:
            say(f"interrupted while '{played.name}' was being saved")
            return INTERRUPTED
    if len(names) > 1:
        say(f"{passed} of {len(names)} passed")
    return int(passed < len(names))


def judge_on_robots(names: Sequence[str], choice: RunOptions, robots: int) -> int:
    """Run scenarios on several robots of their plant, and print how many pass, and why not all.

    Nothing is saved: `hsm scenario NAME --robot N` shows a failure in detail.

    Args:
        names: Files or names of scenarios.
        choice: Plant and seed, which is the same for all robots.
        robots: Number of robots, from 0 on.

    Returns:
        Exit code: 1 if one failed.

    Raises:
        HsmError: If the plant is unknown, or the only scenario cannot be loaded.
    """
    settings = load_settings()
    everywhere = 0
    for name, scenario in _all_loaded(names, choice, settings):
        failed: dict[int, Verdict] = {}
        for robot in range(robots):
            done = _run(replace(choice, robot=robot).laid_over(scenario), settings)
            if done.interrupted:
                return INTERRUPTED
            if not done.verdict.passed:
                failed[robot] = done.verdict
        say(f"{robots - len(failed)} of {robots} robots pass  {name}")
        for robot, verdict in failed.items():
            say(f"  robot {robot}: {'; '.join(verdict.failures)}")
        everywhere += not failed
    if len(names) > 1:
        say(f"{everywhere} of {len(names)} scenarios pass on every robot")
    return int(everywhere < len(names))


def _all_loaded(
    names: Sequence[str], choice: RunOptions, settings: MotionSettings
) -> list[tuple[str, Scenario]]:
    """Return all scenarios that can be loaded, each with its label; report the others."""
    if choice.plant is not None:
        check_plant(choice.plant)
    scenarios: list[tuple[str, Scenario]] = []
    for name in names:
        try:
            scenarios.append(_loaded(name, settings))
        except HsmError as error:
            if len(names) == 1:
                raise
            complain(error)
            say(f"FAILED  {name}: not played, see its error")
    return scenarios


def _run(played: Scenario, settings: MotionSettings) -> Run:
    """Run a scenario with a progress bar; tell when it was interrupted."""
    with Bar(played.name, played.duration, "s") as bar:
        done = run(played, settings, observers=[_Clock(bar)])
    if done.interrupted:
        say(f"interrupted in '{played.name}' at {done.summary.seconds:.2f} s")
    return done


def _loaded(name: str, settings: MotionSettings) -> tuple[str, Scenario]:
    """Return a scenario and what to call it: with its file, if that was given.

    Raises:
        HsmError: If it is unknown, has mistakes, or is a recorded run.
    """
    demand_no_runs([name])
    (scenario,) = load_scenarios([name], settings=settings)
    demand_a_cycle(scenario, settings.robot.cycle)
    is_file = find_scenario(name) == Path(name)  # several files often contain the same name
    return f"{name} ({scenario.name})" if is_file else scenario.name, scenario


def _keep(done: Run, settings: MotionSettings, folder: Path) -> bool:
    """Save everything about a failure; the recording is made by an identical second run.

    Earlier runs of this name stay: the next free folder is used.

    Returns:
        Whether it was saved completely, without an interruption.

    Raises:
        ResultError: If it cannot be written.
    """
    artifacts = RunArtifacts(folder, EarlierRun.KEPT)
    with artifacts.run() as path, Recorder(path, settings, about(done.scenario)) as recorder:
        again = run(done.scenario, settings, observers=[recorder])
    if again.interrupted:
        return False
    artifacts.trace(done)
    artifacts.figure(done)
    whole = artifacts.film(done, settings)
    artifacts.tell()
    tell_what_to_ask(done, artifacts.folder)
    return whole


def _tell(name: str, done: Run, choice: RunOptions) -> None:
    """Print the verdict in one line, followed by the transitions of a failed run."""
    passed = done.verdict.passed
    say(f"{'passed' if passed else 'FAILED'}  {name}: {total(done, choice)}")
    if passed:
        return
    for failure in done.verdict.failures:
        say(f"  {failure}")
    story = TransitionLog()
    changes = ((transition.time, transition) for transition in done.transitions)
    happened = done.disturbances, done.changes, changes
    for time, what in merge(*happened, key=itemgetter(0)):
        if isinstance(what, Transition):
            story.tell(what)
        else:
            story.remark(time, str(what))
    story.close()
