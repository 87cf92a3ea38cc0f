"""The way of a frame to the software: some cycles late, sometimes one more, sometimes lost.

Who reads a stream of frames takes the newest that is there. So when a frame is late, one cycle gets
nothing, and the next finds two and never sees the older one; when that one's successor is late too,
the older one is what there is. A wire without clock says nothing of this: a frame carries the time
at which it arrives.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from numpy.random import Generator

from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.plant.parameters import DelayParameters


class Transport:
    """A line of frames on their way."""

    def __init__(
        self,
        parameters: DelayParameters,
        waiting: Iterable[SensorFrame],
        *,
        loss: Generator,
        jitter: Generator,
    ) -> None:
        """Begin with as many frames on their way as it takes cycles.

        Args:
            parameters: How long the way is, and what happens on it.
            waiting: The frames of the cycles before the first one.
            loss: Decides which frames are lost.
            jitter: Decides which are late.
        """
        self._parameters = parameters
        self._frames = deque(waiting)
        self._loss, self._jitter = loss, jitter

    def carry(self, frame: SensorFrame, time: float) -> SensorFrame | None:
        """Send a frame off and return the one that arrives.

        Args:
            frame: What was measured in this cycle.
            time: When what comes in this cycle arrives, s.

        Returns:
            The newest frame that is there, with this time; None in a cycle in which none came.
        """
        delays = self._parameters
        self._frames.append(frame)
        late = bool(self._jitter.random() < delays.jitter)
        on_the_way = delays.sensor_cycles + late
        arriving = None
        while len(self._frames) > on_the_way:
            arriving = self._frames.popleft()
        if self._loss.random() < delays.frame_drop or arriving is None:
            return None
        return arriving if arriving.time == time else replace(arriving, time=time)
