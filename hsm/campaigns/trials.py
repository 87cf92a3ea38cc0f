"""Runs many trials, on one core or several; results do not depend on the number of cores."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from errno import EBADF
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Annotated, TypeVar

from annotated_types import Ge

from hardware.declared import demand_declared
from hardware.postures import Posture
from hardware.props import Prop
from hardware.simulation.other_models.model import ExternalModel
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.randomisation import Randomisation, randomise
from hardware.units import Unit
from hsm.campaigns.changed import changed
from hsm.campaigns.demands import demand_counts, demand_seen
from hsm.campaigns.fall_runs import FallRuns
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.tuning.patches import with_patches
from hsm.campaigns.walking.engines import Engine, for_engine
from hsm.chart.leaves import STAND_NORMAL
from hsm.console import Bar
from hsm.control.assembly import MotionSettings, check_profile, load_settings
from hsm.errors import HsmError
from hsm.scenarios.limits import LAST_ROBOT
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.loader import config_folder, load
from hsm.simulated.other_model import ModelFiles, load_foreign
from hsm.simulated.simulation import Link, Simulation, check_plant, load_plant
from motions.requests import MotionRequest

INDIVIDUALS = LAST_ROBOT + 1
"""Trial k runs on robot k mod 10, or on one of the next ten if a campaign starts with robot 10."""

Patches = tuple[tuple[str, Path], ...]
"""Files below `config/`, each with its override file."""

Group = TypeVar("Group")
Trial = TypeVar("Trial")
Result = TypeVar("Result")


class LostWorkerError(HsmError):
    """A worker process ended before its trial was done.

    Attributes:
        jobs: Number of worker processes.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.hint = (
            "if memory is short, use fewer jobs; other processes cannot import a function from a"
            " notebook: move it to a module, or use one job; a program has to start its campaign"
            " below `if __name__ == '__main__':`."
        )
        super().__init__(f"one of {jobs} worker processes was killed before its trial was done")


@dataclass(frozen=True, slots=True)
class CampaignConfig:
    """Settings shared by all trials of a campaign.

    Attributes:
        plant: Name of the plant.
        randomised: Every trial draws its own plant around it.
        profile: Speed profile.
        model: Third-party model of the robot; None for our own.
        patches: Parameters that differ: pairs of a file below `config/`, such as
            `walking/engine.yaml`, and a YAML file with its differences.
        motions: Folder of keyframe motions that override the robot's own; None for none.
        contact: Softness of the body's contacts, s, for campaigns that measure impact forces, with
            physics steps of 1 ms; None for the plant's own.
        props: Props on the field in all trials.
        engine: The walk.
        step_height: Step height of the preview walk, m; None for the default.
        first_robot: Number of the first of the ten robots.
        falls_in: Folder for the recorded runs in which the robot fell; None records nothing.

    Raises:
        UnknownNameError: If there is no such plant or profile.
        ValueError: If a field is not of its type.
    """

    plant: str
    randomised: bool = False
    profile: str = "normal"
    model: ModelFiles | None = None
    patches: Patches = ()
    motions: Path | str | None = None
    contact: float | None = None
    props: tuple[Prop, ...] = ()
    engine: Engine = Engine.PRESSURE
    step_height: float | None = None
    first_robot: Annotated[int, Unit(""), Ge(0)] = 0
    falls_in: Path | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        check_plant(self.plant)
        check_profile(self.profile)

    @property
    def plant_text(self) -> str:
        """Return the plant, with a foreign model or another walk, as named on pages."""
        model = "" if self.model is None else f", model `{self.model.model.stem}`"
        walk = "" if self.engine is Engine.PRESSURE else f", {self.engine.value} walk"
        return f"`{self.plant}`" + (", randomised" if self.randomised else "") + model + walk


@dataclass(slots=True)
class TrialContext:
    """Data loaded once per worker.

    Attributes:
        settings: Parameters of the control cycle.
        plant: The plant of the campaign.
        randomisation: Ranges for drawing around it; None without.
        foreign: Third-party model of the robot; None for our own.
        config: Settings of the campaign.
        falls: Keeps the runs with a fall.
    """

    settings: MotionSettings
    plant: PlantParameters
    randomisation: Randomisation | None
    foreign: ExternalModel | None
    config: CampaignConfig
    falls: FallRuns

    def asked(self, request: MotionRequest) -> MotionRequest:
        """Return a request converted for the campaign's walk."""
        return for_engine(self.config.engine, request, self.settings.gait)

    def robot_of(self, trial: int) -> int:
        """Return the number of a trial's robot."""
        return self.config.first_robot + trial % INDIVIDUALS

    def plant_of(self, trial: int) -> PlantParameters:
        """Return the plant of a trial: the campaign's, or one drawn from the trial's number."""
        if self.randomisation is None:
            return self.plant
        return randomise(self.plant, self.randomisation, stream(trial, Stream.PLANT))

    def simulation(
        self,
        trial: int,
        *,
        state: str | None = STAND_NORMAL.name,
        posture: Posture = Posture.STANDING,
        disturb_limbs: float = 0.0,
        seed: int | None = None,
        props: Sequence[Prop] = (),
        sight: bool = False,
        link: Link | None = None,
    ) -> Simulation:
        """Return the simulation of a trial, whose number determines robot, plant and seed.

        Args:
            trial: Number of the trial.
            state: State to start in; None boots from Off.
            posture: Starting posture.
            disturb_limbs: Joints of a lying start differ by up to this, rad.
            seed: Seed of noise and terrain; None for the trial's number.
            props: Other props on the field in this trial.
            sight: Whether the eyes are simulated.
            link: Puts a wire between robot and control cycle.
        """
        simulation = Simulation(
            self.settings,
            self.plant_of(trial),
            robot=self.robot_of(trial),
            seed=trial if seed is None else seed,
            posture=posture,
            state=state,
            disturb_limbs=disturb_limbs,
            foreign=self.foreign,
            props=(*self.config.props, *props),
            sight=sight,
            link=link,
        )
        self.falls.record(simulation, self.config.plant, self.robot_of(trial), trial)
        return simulation


def build_context(config: CampaignConfig) -> TrialContext:
    """Load everything shared by the trials.

    Raises:
        ConfigError: If a file has mistakes.
    """
    randomisation = None
    if config.randomised:
        randomisation = load(config_folder() / "randomisation.yaml", Randomisation)
    settings = with_patches(load_settings(config.profile), dict(config.patches))
    if config.motions is not None:
        own = config_folder() / "keyframes"
        keyframes, files = load_keyframes(own, settings.robot, over=Path(config.motions))
        settings = replace(settings, keyframes=keyframes, motions=files.library)
    if config.step_height is not None:
        settings = changed(settings, "gait.default.step_height", config.step_height)
    foreign = None if config.model is None else load_foreign(config.model, settings.robot)
    plant = load_plant(config.plant)
    if config.contact is not None:
        plant = plant.with_blows(config.contact)
        foreign = None if foreign is None else foreign.in_steps_of(plant.solver.substep)
    kept = FallRuns(config.falls_in, settings)
    return TrialContext(settings, plant, randomisation, foreign, config, kept)


def run_campaign(
    config: CampaignConfig,
    trials: Sequence[Trial],
    run: Callable[[TrialContext, Trial], Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> tuple[Result, ...]:
    """Run every trial and return the results in the order of the trials.

    Args:
        config: Settings shared by all trials.
        trials: One description per trial.
        run: Function of context and trial, defined in a module, as workers import it by name.
        jobs: Maximum number of processes; one runs in this process.
        label: Label of the progress bar, which is shown only on a terminal.

    Raises:
        HsmError: If there is not even one process.
        UnseenFunctionError: If there are several, and they cannot import the function.
        LostWorkerError: If a process ended before its trial was done.
    """
    demand_counts(jobs=jobs)
    jobs = min(jobs, len(trials))
    if jobs > 1:
        demand_seen(run)
    world = build_context(config)
    results: list[Result] = []
    with ExitStack() as stack:
        coming: Iterable[Result]
        if jobs <= 1:
            once = world.falls.of_one_trial()(run)
            coming = (once(world, trial) for trial in trials)
        else:
            pool = stack.enter_context(_workers(config, jobs))
            with _no_signals():
                first = pool.submit(_nothing)
            # A pool that breaks while starting a second worker closes pipes that are still in use.
            first.result()
            with _no_signals():
                coming = pool.map(partial(_in_this_worker, run), trials)
                # Waking the pool makes it watch all workers that it has by now.
                pool.submit(_nothing)
        bar = stack.enter_context(Bar(label, len(trials)))
        for result in coming:
            results.append(result)
            bar.to(len(results))
    return tuple(results)


def run_groups(
    config: CampaignConfig,
    groups: Mapping[Group, Sequence[Trial]],
    run: Callable[[TrialContext, Trial], Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> dict[Group, tuple[Result, ...]]:
    """Run the trials of several groups as one campaign; otherwise as `run_campaign`."""
    listed = [trial for trials in groups.values() for trial in trials]
    results = iter(run_campaign(config, listed, run, jobs=jobs, label=label))
    return {group: tuple(islice(results, len(trials))) for group, trials in groups.items()}


@contextmanager
def _workers(config: CampaignConfig, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Provide worker processes with a context; none outlives the block or this process.

    Raises:
        LostWorkerError: If one of them ended before its trial was done.
    """
    context = multiprocessing.get_context("forkserver")
    # Only this process holds the other end, which is closed however this process ends.
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_prepare, initargs=(config, lifeline)
    )
    try:
        yield pool
    except BaseException as error:
        held.close()  # ends the workers at once: their results are not needed any more
        # A pool that breaks while work is submitted raises "handle is closed", without an errno.
        broken = isinstance(error, OSError) and error.errno in (None, EBADF)
        if broken or isinstance(error, BrokenProcessPool):
            raise LostWorkerError(jobs) from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


@contextmanager
def _no_signals() -> Iterator[None]:
    """Block interrupts while worker processes are started, which inherit the mask.

    Control-C reaches every process of a terminal; only the parent is to handle it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_WORLD: list[TrialContext] = []
"""The context of this worker process; empty in the parent."""


def _prepare(config: CampaignConfig, lifeline: Connection) -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_leave_with, args=(lifeline,), daemon=True).start()
    _WORLD.append(build_context(config))


def _leave_with(lifeline: Connection) -> None:
    lifeline.poll(None)  # nothing is ever sent: it returns when the other end is closed
    os._exit(1)


def _nothing() -> None:
    """Do nothing."""


def _in_this_worker(run: Callable[[TrialContext, Trial], Result], trial: Trial) -> Result:
    world = _WORLD[0]
    return world.falls.of_one_trial()(run)(world, trial)
