"""A robot in physics in this process: it moves while somebody waits for it, and not otherwise.

So a program and its robot are one run: the same seed gives the same, however fast this computer is.
"""

from collections.abc import Callable

import msgpack

from hsm.apps.naoqi.link.report import Listener, RobotReport, read_report
from hsm.apps.naoqi.link.stepped import Stepped
from hsm.control.loop import Constant as OneWish
from hsm.control.loop import Cycle, make_cycle
from hsm.runs.telemetry import Telemetry
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest


class SimulatedLink(Stepped):
    """A simulation, as the services reach a robot.

    Attributes:
        report: The newest.
        simulation: The robot.
        before: Called before every cycle; to disturb the robot.
        after: Called after every cycle; to judge it.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Take a robot."""
        self.report: RobotReport | None = None
        self.simulation = simulation
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[Cycle], None] = lambda made: None
        self._listener: Listener | None = None
        self._request: MotionRequest | None = None
        self._telemetry = Telemetry()

    def open(self, listener: Listener) -> None:
        """Begin to tell reports."""
        self._listener = listener
        while self.report is None:
            self.step()

    def say(self, request: MotionRequest) -> None:
        """Ask for a motion until something else is asked."""
        self._request = request

    @property
    def time(self) -> float:
        """Return the time of the simulation, s."""
        return self.simulation.time

    def close(self) -> None:
        """Ask for nothing any more."""
        self._request = None

    def step(self) -> None:
        """Let the robot move for one cycle."""
        self.before()
        simulation = self.simulation
        made = make_cycle(simulation.link, simulation.cycle, OneWish(self._request))
        simulation.look(made)
        self.after(made)
        told = self._telemetry.look(made)
        if told is None:
            return
        # Through the same words as from another process: what they cannot say is not known here.
        self.report = read_report(msgpack.unpackb(msgpack.packb(told)))
        if self._listener is not None:
            self._listener.hear(self.report)
