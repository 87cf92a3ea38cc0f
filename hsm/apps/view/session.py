"""Live run, steered by a visitor of the page.

The session takes the place of a scenario's timeline: before every cycle the control loop asks it
for the request, the sighting and the disturbances. Threads of the page queue notes, which the
thread of the run reads between two cycles. If a scenario issues requests too, the latest request
of either source is followed.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from typing import Final

from hardware.disturbance import Disturbance
from hardware.errors import HsmError
from hsm.apps.view.tempo import Tempo
from hsm.control.loop import Cycle
from hsm.scenarios.player import TimelinePlayer
from hsm.scenarios.scenario import Scenario
from hsm.simulated.simulation import Simulation
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import MotionRequest
from motions.sight import Sighting

FURTHEST_THROW: Final = 3.0
"""Largest distance from which a ball is thrown, m."""
FASTEST_THROW: Final = 4.0
"""Largest speed of a thrown ball, m/s."""
WATCHES: Final = HeadWish(HeadMode.BALL)
"""The head follows the ball with every request: a ball that is not seen is not kicked."""
Done = Callable[[float, Disturbance], None]


class BallError(HsmError):
    """There is no ball to throw, or the throw is out of range."""


class LiveSession:
    """Source of requests, sightings and disturbances for every cycle; also an observer of the loop.

    Attributes:
        tempo: Speed of the run.
        over: Whether another run was requested.
        wish: Current request.
    """

    def __init__(
        self, simulation: Simulation, scenario: Scenario, tempo: Tempo, done: Done
    ) -> None:
        """Prepare a run with the timeline of a scenario.

        `done` is called with the time in s and every disturbance.
        """
        self.tempo = tempo
        self.over = False
        self.wish: MotionRequest | None = MotionRequest()
        self._simulation = simulation
        self._has_ball = simulation.truth().ball is not None
        self._done = done
        self._script = TimelinePlayer(
            scenario, self._disturb, simulation.sight.sight, simulation.change
        )
        simulation.demand_changes(scenario.changes)
        self._scripted = self._script.request()
        self._notes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._number = 0

    # From the page, in any thread

    def ask(self, request: MotionRequest) -> None:
        """Request a motion; a repeated request counts as a new one."""
        self._notes.put(lambda: self._follow(request))

    def disturb(self, disturbance: Disturbance) -> None:
        """Apply a disturbance before the next cycle."""
        self._notes.put(lambda: self._disturb(self._simulation.time, disturbance))

    def throw_ball(self, distance: float, speed: float, aside: float) -> None:
        """Roll the ball towards the robot, from in front of it.

        Args:
            distance: Distance from the robot, m.
            speed: Initial speed, m/s; 0 lays it down.
            aside: Lateral offset of its path to the robot's left, m.

        Raises:
            BallError: If there is no ball, or a number is NaN or out of range.
        """
        if not self._has_ball:  # cached: only the thread of the run may access the physics
            raise BallError("there is no ball in this run: start hsm view without --scenario")
        for value, low, high, what in (
            (distance, 0.2, FURTHEST_THROW, "m of distance"),
            (speed, 0.0, FASTEST_THROW, "m/s of a ball"),
            (aside, -1.0, 1.0, "m to the side"),
        ):
            if not low <= value <= high:  # true for NaN as well
                raise BallError(f"{value:g} {what} is not between {low:g} and {high:g}")
        self._notes.put(lambda: self._throw(distance, speed, aside))

    def start_again(self) -> None:
        """Request a new run from the beginning."""
        self.over = True
        self.tempo.one_cycle()

    # From the loop

    def prepare(self) -> None:
        """Wait until the next cycle is due, then process the queued notes."""
        self.tempo.wait()
        self._script.prepare()
        if self._script.request() is not self._scripted:
            self._scripted = self.wish = self._script.request()
        while not self._notes.empty():  # only this thread takes notes
            self._notes.get_nowait()()

    def request(self) -> MotionRequest | None:
        """Return the current request; None while the scenario has none."""
        return self.wish

    def sight(self) -> Sighting | None:
        """Return the current sighting."""
        return self._script.sight()

    def look(self, made: Cycle) -> None:
        """Pass a cycle to the scenario's timeline."""
        self._script.look(made)

    def _follow(self, request: MotionRequest) -> None:
        self._number += 1
        self.wish = replace(request, number=self._number, head=WATCHES)

    def _disturb(self, time: float, disturbance: Disturbance) -> None:
        self._done(time, disturbance)
        self._simulation.disturb(disturbance)

    def _throw(self, distance: float, speed: float, aside: float) -> None:
        truth = self._simulation.truth()
        x, y, _ = truth.torso_position
        c, s = math.cos(truth.heading), math.sin(truth.heading)
        self._simulation.robot.place_ball(
            x + c * distance - s * aside, y + s * distance + c * aside, -speed * c, -speed * s
        )
