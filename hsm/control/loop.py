"""The loop that runs every cycle of every robot: simulated, recorded or real.

    receive -> request and sighting -> decide -> send -> notify observers

The robot is the clock: `Robot.receive` returns once per cycle. Code that follows a run implements
`Observer`; code that supplies requests, or disturbs a simulated robot, implements `Requests`. Only
two others command a robot without this loop: `LolaServer`, for a client that decides instead, and
the watchdog (`hsm/apps/robot`), after this loop has died.
"""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Protocol

from hardware.cycle_data import cycle_data
from hardware.robot import Robot
from hardware.sensors_and_commands import SensorFrame
from hsm.control.cycle import Outcome
from motions.requests import MotionRequest
from motions.sight import Sighting


@cycle_data
class Cycle:
    """Inputs and outcome of one completed cycle.

    Attributes:
        frame: The robot's frame; None if none arrived.
        request: The behaviour's request; None if there was none.
        outcome: What the cycle did.
        sight: A sighting; None if there was none.
    """

    frame: SensorFrame | None
    request: MotionRequest | None
    outcome: Outcome
    sight: Sighting | None = None


class Control(Protocol):
    """Interface of the control cycle, or of an experimental replacement."""

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        """Run one cycle on a frame, a request and a sighting."""


class Requests(Protocol):
    """Source of requests and sightings: a timeline, a constant, another process."""

    def prepare(self) -> None:
        """Prepare the coming cycle before the robot advances; a timeline disturbs it here."""

    def request(self) -> MotionRequest | None:
        """Return the request, after the frame has arrived; None keeps the last one."""

    def sight(self) -> Sighting | None:
        """Return the newest sighting; None if there is no new one."""


class Observer(Protocol):
    """Interface of everything that follows a run."""

    def look(self, made: Cycle) -> None:
        """Process a completed cycle."""


class Constant:
    """The same request in every cycle."""

    def __init__(self, request: MotionRequest | None) -> None:
        self._request = request

    def prepare(self) -> None:
        """Do nothing."""

    def request(self) -> MotionRequest | None:
        """Return the request."""
        return self._request

    def sight(self) -> Sighting | None:
        """Return no sighting."""
        return None


def make_cycle(robot: Robot, control: Control, requests: Requests) -> Cycle:
    """Run one cycle; for callers that decide in every cycle whether and how to continue."""
    requests.prepare()
    frame = robot.receive()
    request, sight = requests.request(), requests.sight()
    outcome = control.step(frame, request, sight)
    robot.send(outcome.command)
    return Cycle(frame, request, outcome, sight)


def run(
    robot: Robot,
    control: Control,
    requests: Requests,
    observers: Iterable[Observer] = (),
    *,
    cycles: int | None = None,
    until: Callable[[Cycle], bool] | None = None,
) -> None:
    """Run a robot.

    Args:
        robot: The robot.
        control: The control cycle.
        requests: Source of requests and sightings.
        observers: Called in order after the command has been sent.
        cycles: Maximum number of cycles; if None, only `until` ends the run.
        until: Ends the run after the first cycle for which it returns True.
    """
    watching = tuple(observers)
    for _ in count() if cycles is None else range(cycles):
        made = make_cycle(robot, control, requests)
        for observer in watching:
            observer.look(made)
        if until is not None and until(made):
            return
