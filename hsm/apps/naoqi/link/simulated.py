"""A robot in physics in this process: it moves while somebody waits for it."""

from collections.abc import Callable

import msgpack

from hsm.apps.naoqi.link.report import RobotReport, read_report
from hsm.apps.naoqi.link.stepped import Stepped
from hsm.control.loop import Constant as OneWish
from hsm.control.loop import Cycle, make_cycle
from hsm.runs.telemetry import Telemetry
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest


class SimulatedLink(Stepped[RobotReport, MotionRequest]):
    """A simulation, as the services reach a robot.

    Attributes:
        simulation: The robot.
        before: Called before every cycle; to disturb the robot.
        after: Called after every cycle; to judge it.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Take a robot."""
        super().__init__()
        self.simulation = simulation
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[Cycle], None] = lambda made: None
        self._telemetry = Telemetry()

    @property
    def time(self) -> float:
        """Return the time of the simulation, s."""
        return self.simulation.time

    def step(self) -> None:
        """Let the robot move for one cycle."""
        self.before()
        simulation = self.simulation
        made = make_cycle(simulation.link, simulation.cycle, OneWish(self._wish))
        simulation.look(made)
        self.after(made)
        told = self._telemetry.look(made)
        if told is not None:
            # Through the same words as from another process: what they cannot say is not known.
            self.tell(read_report(msgpack.unpackb(msgpack.packb(told))))
