"""The loop: every cycle of every robot is made here, simulated, recorded or real.

    receive -> request and sight -> decide -> send -> tell who looks on

The robot is the clock: `Robot.receive` returns once per cycle. Whoever wants to know what happens
is an observer; whoever says what is wished, and what is done to a simulated robot, stands at the
socket of the requests. Two others move a robot where this loop is not: `LolaServer`, for a client
that decides in its place, and the watchdog (`hsm/apps/robot`), after this loop has died.
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
    """One cycle that has been made.

    Attributes:
        frame: What the robot sent; None when no frame came.
        request: What was wished; None when nothing was said.
        outcome: What came of them.
        sight: What was seen; None when nothing came from the eyes.
    """

    frame: SensorFrame | None
    request: MotionRequest | None
    outcome: Outcome
    sight: Sighting | None = None


class Control(Protocol):
    """What decides: the control cycle, or something that is tried out in its place."""

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        """Decide on a frame, a wish and what was seen."""


class Requests(Protocol):
    """Where wishes and sightings come from: a timeline, a constant, another process."""

    def prepare(self) -> None:
        """Go on to the coming cycle, before the robot moves on; a timeline disturbs it here."""

    def request(self) -> MotionRequest | None:
        """Return what is wished now that the frame has come; None if nothing is said."""

    def sight(self) -> Sighting | None:
        """Return what has been seen meanwhile; None if nothing is told."""


class Observer(Protocol):
    """Who looks on."""

    def look(self, made: Cycle) -> None:
        """Look at a cycle that has been made."""


class Constant:
    """One wish for every cycle."""

    def __init__(self, request: MotionRequest | None) -> None:
        self._request = request

    def prepare(self) -> None:
        """Do nothing."""

    def request(self) -> MotionRequest | None:
        """Return the wish."""
        return self._request

    def sight(self) -> Sighting | None:
        """See nothing."""
        return None


def make_cycle(robot: Robot, control: Control, requests: Requests) -> Cycle:
    """Make one cycle; for those who decide from cycle to cycle whether to go on, and how."""
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
        robot: Whom to run.
        control: What decides.
        requests: Says what is wished.
        observers: Who looks on, in their order, after the command has been sent.
        cycles: How many cycles at most; without it the run ends by `until` alone.
        until: Ends the run after the first cycle for which it says so.
    """
    watching = tuple(observers)
    for _ in count() if cycles is None else range(cycles):
        made = make_cycle(robot, control, requests)
        for observer in watching:
            observer.look(made)
        if until is not None and until(made):
            return
