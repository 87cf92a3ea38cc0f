"""Link to a simulated robot in this process, which advances only while someone waits."""

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
    """Link to a simulation.

    Attributes:
        simulation: The simulation.
        before: Called before every cycle, to disturb the robot.
        after: Called after every cycle, to judge the robot.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Wrap a simulation."""
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
        """Simulate one cycle."""
        self.before()
        simulation = self.simulation
        made = make_cycle(simulation.link, simulation.cycle, OneWish(self._wish))
        simulation.look(made)
        self.after(made)
        told = self._telemetry.look(made)
        if told is not None:
            # Encoded as between processes, so that only what the protocol contains is known.
            self.publish(read_report(msgpack.unpackb(msgpack.packb(told))))
