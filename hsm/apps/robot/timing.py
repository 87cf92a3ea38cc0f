"""Cycle times and memory of the control process, measured in constant memory."""

from array import array
from pathlib import Path
from time import monotonic
from typing import Final

from hardware.lola.client import LolaClient
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hsm.chart import Chart
from hsm.chart.engine.transition_checker import TransitionChecker
from hsm.control.loop import Cycle

_STEP_US: Final = 10.0
_BINS: Final = 10_001
"""Up to 0.1 s; longer durations fall into the last bin and into the maximum."""


class Times:
    """Histogram of durations, in bins of 10 us; `most` is the longest, us."""

    def __init__(self) -> None:
        self._bins = array("L", bytes(array("L").itemsize * _BINS))
        self._count = 0
        self.most = 0.0

    def add(self, seconds: float) -> None:
        """Add one duration, s."""
        us = max(0.0, 1e6 * seconds)
        self._bins[min(_BINS - 1, int(us / _STEP_US))] += 1
        self._count += 1
        self.most = max(self.most, us)

    def share(self, share: float) -> float:
        """Return the quantile of a share from 0 to 1, us; 0 without any durations."""
        left = share * self._count
        for number, count in enumerate(self._bins):
            left -= count
            if left <= 0.0:
                return min(self.most, (number + 1) * _STEP_US)
        return self.most

    def record(self) -> dict[str, float]:
        """Return median, 99th percentile and maximum, us."""
        return {
            "median": self.share(0.5),
            "p99": self.share(0.99),
            "max": round(self.most, 1),
        }


class TransitionCount:
    """Count of transitions that the compiled chart does not allow.

    Attributes:
        transitions: Number of transitions.
        illegal: Number of cycles with a transition that no row allows, or with another leaf but
            no transition.
    """

    def __init__(self, chart: Chart, leaf: str) -> None:
        """Begin in a leaf, given by its short name."""
        self._checker = TransitionChecker(chart, leaf)
        self.transitions = self.illegal = 0

    def look(self, made: Cycle) -> None:
        """Check the transition of a cycle."""
        taken = made.outcome.transition
        self.transitions += taken is not None
        self.illegal += bool(self._checker.look(made.outcome.leaf, taken))


class TimedLink:
    """Link to the robot with time measurement.

    Attributes:
        compute: Times from a received frame to the sent command.
        wire: Times from the arrival of a message to the sent command.
        late: Intervals between frames beyond the cycle time.
        cycles: Number of cycles so far.
    """

    def __init__(self, link: LolaClient, cycle: float) -> None:
        self._link = link
        self._cycle = cycle
        self._begin = 0.0
        self._before: float | None = None
        self._came = False
        self.compute, self.wire, self.late = Times(), Times(), Times()
        self.cycles = 0

    def receive(self) -> SensorFrame | None:
        """Receive a frame and start the measurement."""
        before = self._link.counters.received
        frame = self._link.receive()
        self._begin = monotonic()
        self._came = self._link.counters.received > before
        if self._came:
            if self._before is not None:
                self.late.add(self._link.arrived - self._before - self._cycle)
            self._before = self._link.arrived
        return frame

    def send(self, command: JointCommand) -> None:
        """Send a command and end the measurement."""
        self._link.send(command)
        now = monotonic()
        self.cycles += 1
        self.compute.add(now - self._begin)
        if self._came:
            self.wire.add(now - self._link.arrived)

    def close(self) -> None:
        """Close the link."""
        self._link.close()

    def record(self) -> dict[str, object]:
        """Return all figures, as `hsm measure link` prints them."""
        counters = self._link.counters
        return {
            "cycles": self.cycles,
            "missed": counters.missed,
            "dropped": counters.dropped,
            "refused": counters.refused,
            "unsent": counters.unsent,
            "connections": counters.connections,
            "compute_us": self.compute.record(),
            "wire_us": self.wire.record(),
            "late_us": self.late.record(),
        }


def resident_mb() -> float:
    """Return the resident memory of this process, MB; 0 if the system does not report it."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    kb = next((line.split()[1] for line in lines if line.startswith("VmRSS:")), "0")
    return round(int(kb) / 1024.0, 2)
