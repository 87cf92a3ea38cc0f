"""Disturbances of a simulated robot that an external program controls, by time only."""

from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.scenarios.scenario import Scenario


def simulated_body(number: int) -> str:
    """Return the body id reported by a simulated robot."""
    return f"SIMULATED-ROBOT-{number:04d}"


class Disturber:
    """Applies the disturbances of a scenario that start at given times.

    Attributes:
        never: Number of disturbances that wait for a transition, known only to the controller.
    """

    def __init__(self, scenario: Scenario, robot: MujocoRobot, cycle: float) -> None:
        things = [entry for entry in scenario.timeline if entry.disturb is not None]
        self._due = sorted(
            (entry for entry in things if entry.after is None), key=lambda entry: entry.earliest
        )
        self.never = len(things) - len(self._due)
        self._robot = robot
        self._cycle = cycle
        self._cycles = 0

    def prepare(self) -> None:
        """Apply the disturbances that start before the coming cycle."""
        time = self._cycles * self._cycle
        self._cycles += 1
        while self._due and self._due[0].earliest <= time:
            entry = self._due.pop(0)
            assert entry.disturb is not None
            self._robot.disturb(entry.disturb.kind)
