"""The control cycle of a base on the simulated base; bases by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hardware.base import BaseModel
from hardware.simulation.base import BasePlantParameters, BaseTruth, SimulatedBase
from hardware.units import demand_steps
from hsm.control.base_cycle import BaseCycle, BaseOutcome
from hsm.errors import Mistakes, UnknownNameError
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import DataPath
from motions.locomotion.wheeled.limits import DriveParameters
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.locomotion.wheeled.wish import DriveWish


@dataclass(frozen=True, slots=True)
class BaseSettings:
    """All settings of a base.

    Attributes:
        model: Model of the base.
        drive: Parameters that programs may set.
        control: Parameters of the controller that follows its plan.
        plant: Parameters of the simulation.
    """

    model: BaseModel
    drive: DriveParameters
    control: BaseControlParameters
    plant: BasePlantParameters


def load_base(name: str) -> BaseSettings:
    """Load a base of `config/bases/` by its name.

    Raises:
        UnknownNameError: If there is no such base.
        ConfigError: With all mistakes of all files.
    """
    folder = config_folder()
    known = sorted(path.stem for path in (folder / "bases").glob("*.yaml"))
    if name not in known:
        raise UnknownNameError("base", name, known)
    mistakes = Mistakes()
    model = mistakes.take(lambda: load(folder / "bases" / f"{name}.yaml", BaseModel))

    def fits(plant: BasePlantParameters) -> Iterator[tuple[DataPath, str]]:
        try:
            if model is not None:
                demand_steps(model.cycle, plant.substep)
        except ValueError as error:
            yield ("substep_ms",), str(error)

    drive = mistakes.take(lambda: load(folder / "drive.yaml", DriveParameters))
    control = mistakes.take(lambda: load(folder / "base_control.yaml", BaseControlParameters))
    plant = mistakes.take(lambda: load(folder / "base_plant.yaml", BasePlantParameters, check=fits))
    mistakes.demand_none()
    assert model is not None and drive is not None and control is not None and plant is not None
    return BaseSettings(model, drive, control, plant)


class BaseSimulation:
    """One simulated base under its control cycle.

    Attributes:
        settings: Settings of the base.
        base: The simulated base.
        after: Called after every cycle, for monitoring.
    """

    def __init__(self, settings: BaseSettings, *, robot: int = 0, seed: int = 0) -> None:
        """Place a base on the floor, asleep: individual `robot`, with the noise of `seed`."""
        self.settings = settings
        self.base = SimulatedBase(settings.model, settings.plant, robot=robot, seed=seed)
        self.after: Callable[[BaseOutcome], None] = lambda outcome: None
        self._cycle = BaseCycle(settings.model, settings.drive, settings.control)

    @property
    def time(self) -> float:
        """Return the time since the start, s."""
        return self.base.time

    def step(self, wish: DriveWish | None) -> BaseOutcome:
        """Run one cycle."""
        frame = self.base.receive()
        outcome = self._cycle.step(frame, wish)
        self.base.send(outcome.command)
        self.after(outcome)
        return outcome

    def truth(self) -> BaseTruth:
        """Return the true state, for measuring only."""
        return self.base.truth()
