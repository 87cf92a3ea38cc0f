"""The robot that is served, and who puts it back to its start when a client has left it limp.

A limp robot sinks and tips over, and nobody stands beside this one to hold it upright. So the next
client finds it as the first one did, and so do the things around it and what a scenario does.
"""

import logging
import math
from collections.abc import Callable

from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.simulated.served import Disturber

_LOG = logging.getLogger("hsm.serve")


class PlacedRobot:
    """A robot in physics that is placed anew for a client that would find it limp.

    A robot whose client has died without letting go of it is not: it keeps its last command, and
    the next client finds it as it is, as on a NAO.

    Attributes:
        robot: The one that stands there now.
        disturber: What is done to it.
    """

    def __init__(self, place: Callable[[], tuple[MujocoRobot, Disturber]]) -> None:
        """Place it; `place` returns a robot at its start, and what is done to it from there on."""
        self._place = place
        self._clients = 0
        self._limp = False
        self._left = ""
        self.robot, self.disturber = place()

    def prepare(self, clients: int) -> None:
        """Go on to the coming cycle; so many clients there have been."""
        if clients > self._clients:
            self._clients = clients
            if self._limp:
                _LOG.info("connected: the robot was left limp; it is placed anew, as at the start")
                self._limp = False
                self._left = self._left or self.whereabouts()
                self.robot, self.disturber = self._place()
        self.disturber.prepare()

    def receive(self) -> SensorFrame | None:
        """Move the robot on by a cycle and return its frame."""
        return self.robot.receive()

    def send(self, command: JointCommand) -> None:
        """Hand over a command."""
        self._limp = not any(command.stiffness)
        if not self._limp:
            self._left = ""
        self.robot.send(command)

    def whereabouts(self) -> str:
        """Return where the robot and its ball really are, as a sentence for people.

        Where the last client left them, if nobody has moved the robot since it was placed anew: as
        a watchdog, which comes once more at the end of a run and finds it limp.
        """
        if self._left:
            return self._left
        truth = self.robot.truth()
        x, y, _ = truth.torso_position
        heading = math.degrees(truth.heading)
        words = f"the robot is at {x:.2f} m, {y:.2f} m, {heading:.0f} deg"
        if truth.ball is not None:
            words += f"; the ball at {truth.ball[0]:.2f} m, {truth.ball[1]:.2f} m"
        return words

    def close(self) -> None:
        """Let go of the robot."""
        self.robot.close()
