"""Runs many trials, on one core or several, with results that do not depend on how many."""

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
from hsm.campaigns.demands import demand_counts, demand_seen
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
"""Trial k runs on robot k mod 10, or on one of the next ten if a campaign begins with robot 10."""

Patches = tuple[tuple[str, Path], ...]
"""Files below `config/`, each with what is laid over it."""

Group = TypeVar("Group")
Trial = TypeVar("Trial")
Result = TypeVar("Result")


class LostWorkerError(HsmError):
    """A worker process ended before its trial was done.

    Attributes:
        jobs: How many there were.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.hint = (
            "if memory is short, give fewer jobs; a function of a notebook is not seen by other"
            " processes: put it into a module, or take one job; a program starts its campaign"
            " below `if __name__ == '__main__':`."
        )
        super().__init__(f"one of {jobs} worker processes was killed before its trial was done")


@dataclass(frozen=True, slots=True)
class CampaignConfig:
    """What all trials of a campaign have in common.

    Attributes:
        plant: Name of the plant.
        randomised: Every trial draws its own plant around it.
        profile: Speed profile.
        model: Somebody else's model of the robot; our own if None.
        patches: What a study has found, or a person wants to try.
        motions: Folder of keyframe motions that are laid over the robot's own; None is these alone.
        contact: Softness of the contacts of the body, s, for campaigns that tell forces of blows:
            the physics takes steps of 1 ms then. None is the plant as its file says.
        props: What lies on the field in all trials.
        engine: Which walk.
        step_height: How high the preview walk lifts its feet, m; the usual height if None.
        first_robot: Number of the first of the ten robots.

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

    def __post_init__(self) -> None:
        demand_declared(self)
        check_plant(self.plant)
        check_profile(self.profile)

    @property
    def plant_text(self) -> str:
        """Return the plant, and a model that is not ours, as a page names them."""
        model = "" if self.model is None else f", model `{self.model.model.stem}`"
        walk = "" if self.engine is Engine.PRESSURE else f", {self.engine.value} walk"
        return f"`{self.plant}`" + (", randomised" if self.randomised else "") + model + walk


@dataclass(slots=True)
class TrialContext:
    """What a worker loads once.

    Attributes:
        settings: Parameters of the control cycle.
        plant: The plant as its file says.
        randomisation: How to draw around it; None when trials do not.
        foreign: Somebody else's model of the robot; our own if None.
        config: What it was loaded for.
    """

    settings: MotionSettings
    plant: PlantParameters
    randomisation: Randomisation | None
    foreign: ExternalModel | None
    config: CampaignConfig

    def asked(self, request: MotionRequest) -> MotionRequest:
        """Return a request as the campaign's walk understands it."""
        return for_engine(self.config.engine, request, self.settings.gait)

    def robot_of(self, trial: int) -> int:
        """Return the number of the robot that a trial runs on."""
        return self.config.first_robot + trial % INDIVIDUALS

    def plant_of(self, trial: int) -> PlantParameters:
        """Return the plant of a trial: the file's, or the one that the trial's number draws."""
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
        """Return the simulation of a trial: its number chooses the robot, the plant and the seed.

        Args:
            trial: Number of the trial.
            state: State to begin in; None boots from Off.
            posture: How the robot starts.
            disturb_limbs: Joints of a lying start differ by up to this, rad.
            seed: Of noise and terrain, if it is not the trial's number.
            props: What else is on the field in this trial.
            sight: The robot's eyes are open.
            link: Puts a wire between robot and control cycle.
        """
        return Simulation(
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


def build_context(config: CampaignConfig) -> TrialContext:
    """Load everything that the trials share.

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
        usual = replace(settings.gait.default, step_height=config.step_height)
        settings = replace(settings, gait=replace(settings.gait, default=usual))
    foreign = None if config.model is None else load_foreign(config.model, settings.robot)
    plant = load_plant(config.plant)
    if config.contact is not None:
        plant = plant.with_blows(config.contact)
        foreign = None if foreign is None else foreign.in_steps_of(plant.solver.substep)
    return TrialContext(settings, plant, randomisation, foreign, config)


def run_campaign(
    config: CampaignConfig,
    trials: Sequence[Trial],
    run: Callable[[TrialContext, Trial], Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> list[Result]:
    """Run every trial and return the results in the trials' order.

    Args:
        config: What the trials share.
        trials: One description per trial.
        run: A function of a module (workers import it by name) of the world and a trial.
        jobs: Number of processes at most; a single one is this one.
        label: What the progress bar shows; it is silent when the output is no terminal.

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
            coming = (run(world, trial) for trial in trials)
        else:
            pool = stack.enter_context(_workers(config, jobs))
            with _no_signals():
                first = pool.submit(_nothing)
            # A pool that breaks while it starts a second worker closes pipes under its hands.
            first.result()
            with _no_signals():
                coming = pool.map(partial(_in_this_worker, run), trials)
                # The pool watches the workers that it has when it is woken: so, all of them.
                pool.submit(_nothing)
        bar = stack.enter_context(Bar(label, len(trials)))
        for result in coming:
            results.append(result)
            bar.to(len(results))
    return results


def run_groups(
    config: CampaignConfig,
    groups: Mapping[Group, Sequence[Trial]],
    run: Callable[[TrialContext, Trial], Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> dict[Group, tuple[Result, ...]]:
    """Run the trials of several groups as one campaign; arguments and errors as there."""
    listed = [trial for trials in groups.values() for trial in trials]
    results = iter(run_campaign(config, listed, run, jobs=jobs, label=label))
    return {group: tuple(islice(results, len(trials))) for group, trials in groups.items()}


@contextmanager
def _workers(config: CampaignConfig, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes with the world of a setting; none of them outlives the block, or this process.

    Raises:
        LostWorkerError: If one of them ended before its trial was done.
    """
    context = multiprocessing.get_context("forkserver")
    # Nobody else holds the other end: it is closed when this process ends, however it does.
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_prepare, initargs=(config, lifeline)
    )
    try:
        yield pool
    except BaseException as error:
        held.close()  # nobody waits for trials whose results nobody wants
        # A pool that breaks while it is given work says "handle is closed", which no system says.
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
    """Put off interrupts while worker processes are started, who inherit that.

    Control-C reaches every process of a terminal, and the parent takes it for all.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_WORLD: list[TrialContext] = []
"""The world of this worker process; empty in the parent."""


def _prepare(config: CampaignConfig, lifeline: Connection) -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_leave_with, args=(lifeline,), daemon=True).start()
    _WORLD.append(build_context(config))


def _leave_with(lifeline: Connection) -> None:
    lifeline.poll(None)  # nothing is ever sent: this is its end
    os._exit(1)


def _nothing() -> None:
    """Do no work."""


def _in_this_worker(run: Callable[[TrialContext, Trial], Result], trial: Trial) -> Result:
    return run(_WORLD[0], trial)
