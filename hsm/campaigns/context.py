"""What the trials of a campaign run in: its settings, and everything loaded for them once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
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
from hsm.campaigns.fall_runs import FallRuns
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.tuning.patches import with_patches
from hsm.campaigns.walking.engines import Engine, for_engine
from hsm.chart.leaves import STAND_NORMAL
from hsm.control.assembly import MotionSettings, check_profile, load_settings
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

Trial = TypeVar("Trial")
Result = TypeVar("Result")


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
    def setup(self) -> dict[str, object]:
        """Return what all trials run with, as named on the command line, for the result."""
        plain = self.engine is Engine.PRESSURE
        optional = {
            "step_height_mm": None if self.step_height is None else 1e3 * self.step_height,
            "randomised": self.randomised,
            "model": None if self.model is None else str(self.model.model),
            "patch": [str(patch) for _, patch in self.patches],
            "motions": None if self.motions is None else str(self.motions),
        }
        return {
            "plant": self.plant,
            **({"profile": self.profile} if plain else {"engine": self.engine.value}),
            **{name: value for name, value in optional.items() if value},
        }

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

    def result_of(self, run: "TrialFunction[Trial, Result]", trial: Trial) -> Result:
        """Return the result of running a trial, keeping its runs if the robot fell."""
        with self.falls.of_one_trial():
            return run(self, trial)

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


TrialFunction = Callable[[TrialContext, Trial], Result]
"""Runs one trial; to run in other processes it has to be defined in a module."""


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
