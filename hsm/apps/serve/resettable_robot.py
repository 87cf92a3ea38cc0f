"""Served robot, which is reset to its start for the next client when one has left it limp.

A limp robot sinks and tips over, and nobody is there to hold it upright. For the next client the
robot, the objects around it and the disturbances of a scenario therefore start anew.
"""

import logging
import math
from collections.abc import Callable

from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.simulated.asked_course import LIES
from hsm.simulated.served import Disturber

_LOG = logging.getLogger("hsm.serve")


class ResettableRobot:
    """A simulated robot that is reset for a client that would find it limp.

    If a client dies without making the robot limp, the robot keeps its last command and is not
    reset for the next client, as on a NAO.

    Attributes:
        robot: The current robot.
        disturber: Applies the disturbances to it.
    """

    def __init__(self, place: Callable[[], tuple[MujocoRobot, Disturber]]) -> None:
        """Place the robot; `place` creates a robot at its start and its disturber."""
        self._place = place
        self._clients = 0
        self._limp = False
        self._left = ""
        self.robot, self.disturber = place()

    def prepare(self, clients: int) -> None:
        """Prepare the next cycle; `clients` is the number of clients so far."""
        if clients > self._clients:
            self._clients = clients
            if self._limp:
                _LOG.info("connected: the robot was left limp and is reset to its start")
                self._limp = False
                self._left = self._left or self.whereabouts()
                self.robot, self.disturber = self._place()
        self.disturber.prepare()

    def receive(self) -> SensorFrame | None:
        """Advance the robot by a cycle and return its frame."""
        return self.robot.receive()

    def send(self, command: JointCommand) -> None:
        """Send a command to the robot."""
        self._limp = not any(command.stiffness)
        if not self._limp:
            self._left = ""
        self.robot.send(command)

    def whereabouts(self) -> str:
        """Return the true positions of the robot and its ball as a sentence.

        If no client has moved the robot since it was reset, they are those that the last client
        left: a watchdog connects once more at the end of a run, which resets a limp robot.
        """
        if self._left:
            return self._left
        truth = self.robot.truth()
        lies = truth.up_z < math.cos(LIES)
        x, y, _ = truth.torso_position
        words = f"the robot {'lies' if lies else 'is'} at {x:.2f} m, {y:.2f} m"
        if not lies:
            words += f", {math.degrees(truth.heading):.0f} deg"
        if truth.ball is not None:
            words += f"; the ball at {truth.ball[0]:.2f} m, {truth.ball[1]:.2f} m"
        return words

    def close(self) -> None:
        """Close the simulated robot."""
        self.robot.close()
