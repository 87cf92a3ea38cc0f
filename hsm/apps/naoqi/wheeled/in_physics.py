"""Simulated base in this process, which advances only while someone waits."""

from hsm.apps.naoqi.link.stepped import Stepped
from hsm.apps.naoqi.programs.proxy import Proxy
from hsm.apps.naoqi.wheeled.motion import WheeledMotion, wheeled_services
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import BaseSimulation
from motions.locomotion.wheeled.wish import DriveWish


class BaseInPhysics(Stepped[BaseOutcome, DriveWish]):
    """Link to the simulation of a base."""

    def __init__(self, simulation: BaseSimulation) -> None:
        """Wrap a simulation."""
        super().__init__()
        self._simulation = simulation

    @property
    def time(self) -> float:
        """Return the time of the simulation, s."""
        return self._simulation.time

    def step(self) -> None:
        """Simulate one cycle."""
        self.publish(self._simulation.step(self._wish))


class WheeledProgram:
    """A simulated base with its services.

    Attributes:
        motion: ALMotion.
    """

    def __init__(self, simulation: BaseSimulation) -> None:
        """Create the services of a base."""
        self._link = BaseInPhysics(simulation)
        services = wheeled_services(self._link, simulation.settings.drive)
        self.motion = Proxy(services, WheeledMotion.name)

    def sleep(self, seconds: float) -> None:
        """Simulate for a time, s."""
        self._link.sleep(seconds)
