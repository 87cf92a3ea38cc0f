"""`hsm run`: plays one scenario, prints its transitions, saves run, trace, figure and video."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from shlex import quote

from hardware.disturbance import Disturbance
from hardware.postures import Posture
from hsm.apps.error_boundary import INTERRUPTED
from hsm.apps.transition_log import TransitionLog
from hsm.campaigns.tuning.patches import WALK, with_patches
from hsm.chart.leaves import STAND_NORMAL
from hsm.console import Bar, say
from hsm.control.assembly import MotionSettings, load_settings
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.file_names import demand_name
from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts
from hsm.playing import demand_a_cycle
from hsm.runs.falls.account import account_of_fall
from hsm.runs.falls.evidence import falls_of
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import file_of_run, read_run
from hsm.scenarios.expectation import Expectation
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.scenarios.timeline import TimelineEntry, TimelineRequest
from hsm.scenarios.verdict import Verdict
from hsm.settings.calibration_files import load_calibration
from hsm.settings.loader import config_folder
from hsm.simulated.other_model import ModelFiles, load_foreign
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import Run, ScenarioObserver, about, chosen, run
from hsm.simulated.simulation import check_plant
from motions.destinations import WalkTo
from motions.kinematics.geometry import Pose2
from motions.requests import Motion

_BEFORE = 2.0
"""Time the robot stands before it sets out, s: long enough to nearly estimate its gyro bias."""
_AT_LEAST, _SLOWEST = 12.0, 0.08
"""Time for the walk: a minimum, s, plus the time the distance takes at this speed, m/s."""
_DIGITS = 8
"""Length of the digest that identifies the content of a file."""
_THERE = 2.0
"""Number of tolerances within which the robot may already be there: its feet stand some mm off."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Choices of the command line that override the scenario; None keeps the scenario's value.

    Attributes:
        plant: Name of the plant.
        seed: Random seed of noise and ground.
        robot: Number of the robot.
        model: Another model of the robot; our own if None.
        calibration: Calibration file of the robot; that of a typical team if None.
        patch: YAML that overrides parameters of the walk; no overrides if None.
        profile: Name of the speed profile.
        video: Also render a video.
        camera: View of the video.
        every_step: Print every walking step.
        force: Overwrite an existing run.
    """

    plant: str | None = None
    seed: int | None = None
    robot: int | None = None
    model: ModelFiles | None = None
    calibration: Path | None = None
    patch: Path | None = None
    profile: str = "normal"
    video: bool = False
    camera: str = "follow"
    every_step: bool = False
    force: bool = False

    def settings(self) -> MotionSettings:
        """Return the parameters of the run.

        Raises:
            HsmError: If the profile does not exist, or a file has mistakes.
        """
        patches = {} if self.patch is None else {WALK: self.patch}
        return with_patches(load_settings(self.profile), patches)

    @property
    def said(self) -> dict[str, object]:
        """Return the choices that differ from the defaults, as recorded with the run."""
        said: dict[str, object] = {}
        if self.patch is not None:
            said["patch"] = _name(self.patch)
        if self.profile != "normal":
            said["profile"] = self.profile
        if self.calibration is not None and self.calibration.is_file():
            # The run records patched parameters in full, but nothing of the calibration.
            content = sha256(self.calibration.read_bytes()).hexdigest()[:_DIGITS]
            said["calibration"] = f"{_name(self.calibration)} ({content})"
        return said

    def laid_over(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the choices applied."""
        return chosen(scenario, self.plant, self.seed, self.robot)


def _name(file: Path) -> str:
    """Return the name of a file as text, with undecodable bytes escaped."""
    return os.fsencode(file).decode(errors="backslashreplace")


class ConsoleObserver(ScenarioObserver):
    """Prints a run in progress."""

    def __init__(self, story: TransitionLog, bar: Bar) -> None:
        """Print to a transition log, with a progress bar below it."""
        self._story = story
        self._bar = bar

    def disturbed(self, time: float, disturbance: Disturbance) -> None:
        """Print a disturbance."""
        self._story.remark(time, str(disturbance))

    def changed(self, time: float, what: str) -> None:
        """Print a change of the walk."""
        self._story.remark(time, what)

    def look(self, made: Cycle) -> None:
        """Print the cycle's transition, if any; advance the bar."""
        outcome = made.outcome
        if outcome.transition is not None:
            self._story.tell(outcome.transition)
        self._bar.to(outcome.robot.time)


class RunGivenError(HsmError):
    """A recorded run was given where a scenario is expected."""

    def __init__(self, name: str) -> None:
        run = quote(name)
        self.hint = f"hsm run --replay {run} replays its decisions, hsm view {run} shows it."
        super().__init__(f"{name}: is a recorded run, not a scenario")


def demand_no_runs(names: Sequence[str]) -> None:
    """Refuse recorded runs where scenarios are expected; `demo` is both, and allowed.

    Raises:
        RunGivenError: For the first recorded run.
    """
    for name in names:
        file = file_of_run(Path(name))
        is_scenario = (config_folder() / "scenarios" / f"{name}.yaml").is_file()
        if file.name == FILE_NAME and file.is_file() and not is_scenario:
            raise RunGivenError(name)


def prepare(name: str, choice: RunOptions) -> tuple[Scenario, MotionSettings]:
    """Load a scenario and the settings.

    Raises:
        HsmError: If a name is unknown or a file has mistakes.
    """
    if choice.plant is not None:
        check_plant(choice.plant)
    demand_no_runs([name])
    settings = choice.settings()
    (scenario,) = load_scenarios([name], judged=False, settings=settings)
    demand_a_cycle(scenario, settings.robot.cycle)
    return choice.laid_over(scenario), settings


def perform(
    scenario: Scenario,
    settings: MotionSettings,
    choice: RunOptions,
    artifacts: RunArtifacts,
) -> Run:
    """Play a scenario, print and record its transitions, then print its result."""
    story = TransitionLog(every_step=choice.every_step)
    foreign = None if choice.model is None else load_foreign(choice.model, settings.robot)
    calibration = None
    if choice.calibration is not None:
        calibration = load_calibration(choice.calibration, settings.robot)
    with (
        artifacts.run() as path,
        Recorder(path, settings, {**about(scenario, foreign), **choice.said}) as recorder,
        Bar(scenario.name, scenario.duration, "s") as bar,
    ):
        observers = [recorder, ConsoleObserver(story, bar)]
        done = run(
            scenario, settings, foreign=foreign, calibration=calibration, observers=observers
        )
    story.close()
    say()
    for line in done.summary.ends:
        say(line)
    say(total(done, choice))
    return done


def total(done: Run, choice: RunOptions) -> str:
    """Return the summary line of a run."""
    pace, scenario = done.pace, done.scenario
    factor = done.summary.seconds / pace.seconds if pace.seconds else 0.0
    model = "" if done.foreign is None else f"model {done.foreign.name}, "
    said = "".join(f", {name} {value}" for name, value in choice.said.items())
    return (
        f"{done.summary}, {pace.missed} missed cycles, {factor:.1f}x real time"
        f" ({model}{scenario.plant}, robot {scenario.robot}, seed {scenario.seed}{said})"
    )


def conclude(done: Run, artifacts: RunArtifacts) -> int:
    """Print the verdict and the files of a run; return the exit code."""
    seconds = done.summary.seconds
    say(f"interrupted at {seconds:.2f} s" if done.interrupted else _judged(done.verdict))
    artifacts.tell()
    tell_what_to_ask(done, artifacts.folder)
    return INTERRUPTED if done.interrupted else int(not done.verdict.passed)


def tell_what_to_ask(done: Run, folder: Path) -> None:
    """Print the unfinished errands of a run, and the commands that explain them."""
    asks = f"hsm explain {quote(str(folder))} --at"
    for errand in done.summary.undone:
        say(f"{errand}\n{asks} {errand.until:.2f}")
    if not (done.verdict.passed or done.summary.undone or done.interrupted):
        end, failed_at = done.history.columns["time"][-1], done.verdict.failed_at
        if failed_at is not None and failed_at < end:
            say(f"what it did then: {asks} {failed_at:.2f}")
        else:
            say(f"what it was waiting for at the end: {asks} {end:.2f}")


def tell_falls(folder: Path) -> None:
    """Print why the first fall of the run in a folder happened; nothing if it did not fall."""
    run = read_run(folder)
    falls = falls_of(run)
    if not falls:
        return
    say(account_of_fall(run, falls[0]).text())
    if len(falls) > 1:
        say(f"{len(falls) - 1} more: hsm explain {quote(str(folder))} --fall")


def _judged(verdict: Verdict) -> str:
    if not verdict.passed:
        return f"NOT as expected:\n{verdict}"
    return "as expected" if verdict.expected else str(verdict)


def play(name: str, choice: RunOptions, out: Path | None) -> int:
    """Run a scenario, given by file or name, and save all its results; return the exit code.

    The results go to `out`, or to `runs/NAME`, with the file's name, if that is None.
    """
    usual = Path("runs") / demand_name("name of the file", Path(name).stem)
    artifacts = _artifacts(out, usual, force=choice.force)
    scenario, settings = prepare(name, choice)
    return _play(scenario, settings, choice, artifacts)


def play_goto(target: Pose2, choice: RunOptions, out: Path | None) -> int:
    """Walk to a pose, relative to the start of the robot; return the exit code.

    The results go to `out`, or to `runs/goto` if that is None.
    """
    if choice.plant is not None:
        check_plant(choice.plant)
    scenario = choice.laid_over(goto_scenario(target))
    artifacts = _artifacts(out, Path("runs") / "goto", force=choice.force)
    return _play(scenario, choice.settings(), choice, artifacts)


def _artifacts(out: Path | None, usual: Path, *, force: bool) -> RunArtifacts:
    """Return the artifacts of a run; no earlier run is replaced without `force`."""
    if force:
        return RunArtifacts(out or usual, EarlierRun.REPLACED)
    if out is not None:
        return RunArtifacts(out, EarlierRun.REFUSED)
    return RunArtifacts(usual, EarlierRun.KEPT)


def goto_scenario(target: Pose2) -> Scenario:
    """Return a scenario in which a standing robot walks to a pose, unless it is already there."""
    wish = WalkTo(target.x, target.y, target.heading)
    asked = TimelineRequest(Motion.WALK_TO, walk_to=wish)
    way, turn = math.hypot(target.x, target.y), abs(math.remainder(target.heading, math.tau))
    is_there = way <= _THERE * wish.tolerance and turn <= _THERE * wish.turn_tolerance
    return Scenario(
        name="goto",
        description=f"Walks to {target.x:g}, {target.y:g} m, {math.degrees(target.heading):g} deg.",
        plant="standard",
        robot=0,
        seed=0,
        start=ScenarioStart(Posture.STANDING, STAND_NORMAL.name),
        duration=_BEFORE + _AT_LEAST + way / _SLOWEST,
        timeline=(TimelineEntry(at=_BEFORE, request=asked),),
        expect=() if is_there else (Expectation(leaf=STAND_NORMAL.name),),
        finally_=STAND_NORMAL.name,
    )


def _play(
    scenario: Scenario, settings: MotionSettings, choice: RunOptions, artifacts: RunArtifacts
) -> int:
    done = perform(scenario, settings, choice, artifacts)
    artifacts.trace(done)
    artifacts.figure(done)
    if choice.video and not done.interrupted:
        artifacts.film(done, settings, camera=choice.camera)
    tell_falls(artifacts.folder)
    return conclude(done, artifacts)
