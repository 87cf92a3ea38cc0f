"""A run that goes on while somebody looks at it and says what it should do.

The session stands where a timeline stands in a scenario: the one loop asks it before every cycle
what is wished, what is seen, and what is done to the robot. Threads of the page leave notes; the
thread of the run reads them between two cycles. A scenario may say something too: whoever has
spoken last is followed.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
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
"""m: from further away no ball is thrown."""
FASTEST_THROW: Final = 4.0
"""m/s."""
WATCHES: Final = HeadWish(HeadMode.BALL)
"""Whatever is asked on the page, the head follows the ball: none is kicked that is not seen."""
Done = Callable[[float, Disturbance], None]


class BallError(HsmError):
    """There is no ball to throw, or it cannot be thrown like that."""


class LiveSession:
    """Says what is wished and done in every cycle; looks on as well.

    Attributes:
        tempo: How fast it goes.
        over: Somebody asked for another run.
        wish: What is followed now.
    """

    def __init__(
        self, simulation: Simulation, scenario: Scenario, tempo: Tempo, done: Done
    ) -> None:
        """Prepare a run, in which a scenario may speak besides the visitor.

        `done` hears what is done to the robot, with the time in s.
        """
        self.tempo = tempo
        self.over = False
        self.wish: MotionRequest | None = MotionRequest()
        self._simulation = simulation
        self._has_ball = simulation.truth().ball is not None
        self._done = done
        self._script = TimelinePlayer(scenario, self._disturb, simulation.sight.sight)
        self._scripted = self._script.request()
        self._notes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._number = 0

    # From the page, in any thread

    def ask(self, request: MotionRequest) -> None:
        """Wish something; the same wish said again is a new one."""
        self._notes.put(lambda: self._follow(request))

    def disturb(self, disturbance: Disturbance) -> None:
        """Do something to the robot before the next cycle."""
        self._notes.put(lambda: self._disturb(self._simulation.time, disturbance))

    def throw_ball(self, distance: float, speed: float, aside: float) -> None:
        """Roll the ball towards the robot, from in front of it.

        Args:
            distance: From the robot, m.
            speed: With which it begins to roll, m/s; 0 lays it down.
            aside: How far to the robot's left it comes by, m.

        Raises:
            BallError: If there is no ball, or a number is none or too large.
        """
        if not self._has_ball:  # known from the start: physics belong to the thread of the run
            raise BallError("there is no ball in this run: start hsm view without --scenario")
        for value, low, high, what in (
            (distance, 0.2, FURTHEST_THROW, "m of distance"),
            (speed, 0.0, FASTEST_THROW, "m/s of a ball"),
            (aside, -1.0, 1.0, "m to the side"),
        ):
            if not low <= value <= high:  # so for what is no number
                raise BallError(f"{value:g} {what} is not between {low:g} and {high:g}")
        self._notes.put(lambda: self._throw(distance, speed, aside))

    def start_again(self) -> None:
        """Ask for another run from the beginning."""
        self.over = True
        self.tempo.one_cycle()

    # From the loop

    def prepare(self) -> None:
        """Wait until the next cycle is due, and do what was asked meanwhile."""
        self.tempo.wait()
        self._script.prepare()
        if self._script.request() is not self._scripted:
            self._scripted = self.wish = self._script.request()
        while True:
            try:
                note = self._notes.get_nowait()
            except Empty:
                break
            note()

    def request(self) -> MotionRequest | None:
        """Return what is wished now; None while the scenario is silent."""
        return self.wish

    def sight(self) -> Sighting | None:
        """Return what the robot's eyes tell now."""
        return self._script.sight()

    def look(self, made: Cycle) -> None:
        """Take in a cycle."""
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
