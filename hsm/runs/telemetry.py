"""What the control cycle tells of itself to whoever asks at the door: plain values, SI units.

Told every second cycle, at every transition, and once where a wish has been taken: clients decide
on what they hear, and nothing that they ask for may be lost between two reports.
"""

import math
import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from hsm.control.loop import Cycle
from hsm.runs.serialisation import plain

_TELL_EVERY: Final = 2
"""Cycles between two reports: 24 ms, as a NAO's own software updates what it tells."""


class Telemetry:
    """Makes the reports of one robot."""

    def __init__(
        self,
        counters: Callable[[], Mapping[str, int]] = dict,
        goes: Callable[[], bool] = lambda: False,
    ) -> None:
        """Begin.

        Args:
            counters: Returns what has happened on the link.
            goes: Returns whether an errand is under way.
        """
        self._counters = counters
        self._goes = goes
        self._cycles = 0
        self._number = 0

    def look(self, made: Cycle) -> dict[str, Any] | None:
        """Return what is to be told after this cycle; None if nothing is."""
        self._cycles += 1
        outcome = made.outcome
        new = outcome.request.number != self._number
        self._number = outcome.request.number
        if outcome.transition is None and not new and self._cycles % _TELL_EVERY:
            return None
        return self.report(made)

    def report(self, made: Cycle) -> dict[str, Any]:
        """Return everything that is told of a cycle."""
        outcome, frame = made.outcome, made.frame
        robot, transition = outcome.robot, outcome.transition
        support = robot.support
        report: dict[str, Any] = {
            "process": os.getpid(),
            "time": robot.time,
            "cycles": self._cycles,
            "leaf": outcome.leaf,
            "motion": outcome.request.motion.value,
            "number": outcome.request.number,
            "silent": outcome.silent,
            "errand_open": self._goes(),
            "fall": robot.fall.value,
            "heat": robot.health.heat.name.lower(),
            "battery_empty": robot.health.empty,
            "odometry": [robot.odometry.x, robot.odometry.y, robot.odometry.heading],
            "tilt": [robot.roll, robot.pitch],
            "up": list(robot.up),
            "on_ground": robot.contact,
            "forces": [support.left_force, support.right_force],
            "positions": list(robot.positions),
            "commanded": list(outcome.command.positions),
            "stiffness": list(outcome.command.stiffness),
            "info": plain(outcome.info),
            "link": dict(self._counters()),
        }
        if transition is not None:
            report["transition"] = (
                f"{transition.source} -> {transition.dest} by {transition.event}"
                f" because {transition.because}"
            )
        if frame is not None:
            hottest = max((value for value in frame.temperatures if value == value), default=0.0)
            report["battery"] = _known(frame.battery_charge)
            report["battery_current_a"] = _known(frame.battery_current)
            report["hottest_c"] = _known(hottest)
        return report


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
