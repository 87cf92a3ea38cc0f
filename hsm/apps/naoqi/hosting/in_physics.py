"""A robot in physics with its services, in this process: for campaigns, examples and tests."""

from collections.abc import Callable

from hsm.apps.naoqi.deprecated import OldMotion
from hsm.apps.naoqi.link.simulated import SimulatedLink
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.proxy import Proxy, Services
from hsm.apps.naoqi.values_and_events import ALMemory
from hsm.control.loop import Cycle
from hsm.simulated.simulation import Simulation


class SimulatedProgram:
    """A robot in physics with its services; what campaigns and examples need of one.

    Attributes:
        motion: ALMotion.
        posture: ALRobotPosture.
        memory: ALMemory.
        link: The robot.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Give a robot its services."""
        self.link = SimulatedLink(simulation)
        services = Services(self.link)
        self.motion = Proxy(services, OldMotion.name)
        self.posture = Proxy(services, ALRobotPosture.name)
        self.memory = Proxy(services, ALMemory.name)

    def sleep(self, seconds: float) -> None:
        """Let the robot move for a time, s."""
        self.link.sleep(seconds)

    def watch(self, look: Callable[[Cycle], None]) -> None:
        """Call back after every cycle."""
        self.link.after = look
