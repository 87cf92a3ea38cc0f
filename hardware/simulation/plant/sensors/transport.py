"""Transport of frames to the software: a constant delay, sometimes one cycle more, or loss.

The reader of a stream takes the newest frame available. If a frame is late, one cycle gets none;
the next finds two frames and drops the older one, unless the newer one is late too. The wire has no
timestamps, so a frame is stamped with its time of arrival.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from numpy.random import Generator

from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.plant.parameters import DelayParameters


class Transport:
    """Queue of frames in transit."""

    def __init__(
        self,
        parameters: DelayParameters,
        waiting: Iterable[SensorFrame],
        *,
        loss: Generator,
        jitter: Generator,
    ) -> None:
        """Start with one frame in transit per cycle of delay.

        Args:
            parameters: Delay, jitter and loss.
            waiting: The frames of the cycles before the first one.
            loss: Random generator that decides which frames are lost.
            jitter: Random generator that decides which frames are late.
        """
        self._parameters = parameters
        self._frames = deque(waiting)
        self._loss, self._jitter = loss, jitter

    def carry(self, frame: SensorFrame, time: float) -> SensorFrame | None:
        """Put a frame in transit and return the one that arrives.

        Args:
            frame: The frame measured in this cycle.
            time: Arrival time in this cycle, s.

        Returns:
            The newest available frame, with this time; None if none arrives in this cycle.
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
