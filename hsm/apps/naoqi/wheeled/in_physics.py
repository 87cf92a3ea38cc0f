"""A base in physics in this process: it moves while somebody waits for it, and not otherwise."""

from hsm.apps.naoqi.link.stepped import Stepped
from hsm.apps.naoqi.proxy import Proxy
from hsm.apps.naoqi.wheeled.motion import WheeledMotion
from hsm.apps.naoqi.wheeled.program import BaseListener
from hsm.apps.naoqi.wheeled.services import WheeledServices
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import BaseSimulation
from motions.locomotion.wheeled.wish import DriveWish


class BaseInPhysics(Stepped):
    """A link to a simulation.

    Attributes:
        report: The newest.
    """

    def __init__(self, simulation: BaseSimulation) -> None:
        """Take a base."""
        self.report: BaseOutcome | None = None
        self._simulation = simulation
        self._listener: BaseListener | None = None
        self._wish: DriveWish | None = None

    def open(self, listener: BaseListener) -> None:
        """Begin to tell reports."""
        self._listener = listener
        self.step()

    def say(self, wish: DriveWish) -> None:
        """Wish something until something else is wished."""
        self._wish = wish

    @property
    def time(self) -> float:
        """Return the time of the simulation, s."""
        return self._simulation.time

    def close(self) -> None:
        """Ask for nothing any more: it comes to rest."""
        self._wish = None

    def step(self) -> None:
        """Let the base move for one cycle."""
        self.report = self._simulation.step(self._wish)
        if self._listener is not None:
            self._listener.hear(self.report)


class WheeledProgram:
    """A base in physics with its services; what campaigns and examples need of one.

    Attributes:
        motion: ALMotion.
    """

    def __init__(self, simulation: BaseSimulation) -> None:
        """Give a base its services."""
        self._link = BaseInPhysics(simulation)
        services = WheeledServices(self._link, simulation.settings.drive)
        self.motion = Proxy(services, WheeledMotion.name)

    def sleep(self, seconds: float) -> None:
        """Let the base move for a time, s."""
        self._link.sleep(seconds)
