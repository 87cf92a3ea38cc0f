"""Simulated robot with its services in this process, for campaigns, examples and tests."""

from collections.abc import Callable

from hsm.apps.naoqi.deprecated import OldMotion
from hsm.apps.naoqi.link.simulated import SimulatedLink
from hsm.apps.naoqi.memory import ALMemory
from hsm.apps.naoqi.parameters import MoveEngine
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.programs.proxy import Proxy
from hsm.apps.naoqi.services import Services
from hsm.control.loop import Cycle
from hsm.simulated.simulation import Simulation


class SimulatedProgram:
    """A simulated robot with its services.

    Attributes:
        motion: ALMotion.
        posture: ALRobotPosture.
        memory: ALMemory.
        link: Link to the robot.
    """

    def __init__(self, simulation: Simulation, engine: MoveEngine | None = None) -> None:
        """Create the services of a robot.

        Args:
            simulation: The simulated robot.
            engine: Walk for the move commands; that of `config/naoqi.yaml` if None.
        """
        self.link = SimulatedLink(simulation)
        services = Services(self.link, engine=engine)
        self.motion = Proxy(services, OldMotion.name)
        self.posture = Proxy(services, ALRobotPosture.name)
        self.memory = Proxy(services, ALMemory.name)

    def sleep(self, seconds: float) -> None:
        """Simulate for a time, s."""
        self.link.sleep(seconds)

    def watch(self, look: Callable[[Cycle], None]) -> None:
        """Set the function that is called after every cycle."""
        self.link.after = look
