"""A robot in physics that somebody else controls: what is done to it, by the clock alone."""

from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.scenarios.scenario import Scenario


def simulated_body(number: int) -> str:
    """Return the id by which a simulated robot calls its body."""
    return f"SIMULATED-ROBOT-{number:04d}"


class Disturber:
    """Does to a robot what a scenario does at given times.

    Attributes:
        never: How many disturbances wait for a transition: only who controls the robot sees those.
    """

    def __init__(self, scenario: Scenario | None, robot: MujocoRobot, cycle: float) -> None:
        entries = () if scenario is None else scenario.timeline
        things = [entry for entry in entries if entry.disturb is not None]
        self._due = sorted(
            (entry for entry in things if entry.after is None), key=lambda entry: entry.earliest
        )
        self.never = len(things) - len(self._due)
        self._robot = robot
        self._cycle = cycle
        self._cycles = 0

    def prepare(self) -> None:
        """Do what begins before the coming cycle."""
        time = self._cycles * self._cycle
        self._cycles += 1
        while self._due and self._due[0].earliest <= time:
            entry = self._due.pop(0)
            assert entry.disturb is not None
            self._robot.disturb(entry.disturb.kind)
