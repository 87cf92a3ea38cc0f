"""A base in physics in this process: it moves while somebody waits for it."""

from hsm.apps.naoqi.link.stepped import Stepped
from hsm.apps.naoqi.proxy import Proxy
from hsm.apps.naoqi.wheeled.motion import WheeledMotion, wheeled_services
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import BaseSimulation
from motions.locomotion.wheeled.wish import DriveWish


class BaseInPhysics(Stepped[BaseOutcome, DriveWish]):
    """A link to a simulation."""

    def __init__(self, simulation: BaseSimulation) -> None:
        """Take a base."""
        super().__init__()
        self._simulation = simulation

    @property
    def time(self) -> float:
        """Return the time of the simulation, s."""
        return self._simulation.time

    def step(self) -> None:
        """Let the base move for one cycle."""
        self.tell(self._simulation.step(self._wish))


class WheeledProgram:
    """A base in physics with its services; what campaigns and examples need of one.

    Attributes:
        motion: ALMotion.
    """

    def __init__(self, simulation: BaseSimulation) -> None:
        """Give a base its services."""
        self._link = BaseInPhysics(simulation)
        services = wheeled_services(self._link, simulation.settings.drive)
        self.motion = Proxy(services, WheeledMotion.name)

    def sleep(self, seconds: float) -> None:
        """Let the base move for a time, s."""
        self._link.sleep(seconds)
