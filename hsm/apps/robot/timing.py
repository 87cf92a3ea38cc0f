"""How long cycles take and how much memory: as much after a week as after a second."""

from array import array
from pathlib import Path
from time import monotonic
from typing import Final

from hardware.lola.client import LolaClient
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hsm.chart import Chart
from hsm.control.loop import Cycle

_STEP_US: Final = 10.0
_BINS: Final = 10_001
"""Up to 0.1 s; what is longer is in the last, and in the maximum."""


class Times:
    """Durations, counted in steps of 10 us."""

    def __init__(self) -> None:
        self._bins = array("L", bytes(array("L").itemsize * _BINS))
        self._count = 0
        self.most = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        us = max(0.0, 1e6 * seconds)
        self._bins[min(_BINS - 1, int(us / _STEP_US))] += 1
        self._count += 1
        self.most = max(self.most, us)

    def share(self, share: float) -> float:
        """Return what so many of them were not longer than, us; 0 if there were none."""
        left = share * self._count
        for number, count in enumerate(self._bins):
            left -= count
            if left <= 0.0:
                return min(self.most, (number + 1) * _STEP_US)
        return self.most

    def record(self) -> dict[str, float]:
        """Return the figures, us."""
        return {
            "median": self.share(0.5),
            "p99": self.share(0.99),
            "max": round(self.most, 1),
        }


class TransitionCount:
    """Counts what the table does not allow, from the compiled chart alone.

    Attributes:
        transitions: How many were made.
        illegal: Of them, and changes of the leaf without one.
    """

    def __init__(self, chart: Chart, leaf: str) -> None:
        """Begin in a leaf, given by its short name."""
        self._arrows = {
            (chart.short(path), arrow.event, chart.short(arrow.dest_leaf))
            for path, options in chart.options.items()
            for _, _, _, arrow in options
        }
        self._leaf = leaf
        self.transitions = self.illegal = 0

    def look(self, made: Cycle) -> None:
        """Look at a cycle."""
        before, self._leaf = self._leaf, made.outcome.leaf
        taken = made.outcome.transition
        if taken is None:
            self.illegal += before != self._leaf
            return
        self.transitions += 1
        ends = taken.source == before and taken.dest == self._leaf
        known = (taken.source, taken.event, taken.dest) in self._arrows
        self.illegal += not (ends and known)


class TimedLink:
    """A link with a stopwatch.

    Attributes:
        compute: From the frame to its command.
        wire: From the first byte that came to the last that went.
        late: How much longer than a cycle the next frame kept us waiting.
        cycles: Made so far.
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
        """Receive, and start the watch."""
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
        """Send, and stop the watch."""
        self._link.send(command)
        now = monotonic()
        self.cycles += 1
        self.compute.add(now - self._begin)
        if self._came:
            self.wire.add(now - self._link.arrived)

    def close(self) -> None:
        """Let go of the robot."""
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
    """Return the memory of this process that is in use, MB; 0 where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    kb = next((line.split()[1] for line in lines if line.startswith("VmRSS:")), "0")
    return round(int(kb) / 1024.0, 2)
