"""The control cycle's own end of the door: wishes and sightings in, what came of them out.

Nothing here waits. What comes has been looked at by the process at the door already, and is looked
at again: a wish that cannot be taken is none.
"""

import logging
import math
import os
from collections.abc import Callable

import msgpack

from hsm.apps.robot.channels import ChannelEnd
from hsm.apps.robot.protocol import RequestError, Said, read_message
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from motions.requests import MotionRequest
from motions.sight import Sighting

_LOG = logging.getLogger("hsm.robot")
_TELL_EVERY = 8
"""Cycles between two reports: ten a second, and one at every transition."""


class Door:
    """Says what is wished, from a channel; tells what happens, into it."""

    def __init__(
        self,
        channel: ChannelEnd | None,
        *,
        first: MotionRequest | None = None,
        counters: Callable[[], dict[str, int]] = dict,
        goes: Callable[[], bool] = lambda: False,
    ) -> None:
        """Begin in silence.

        Args:
            channel: To the process at the door; None leaves the robot alone.
            first: Holds until something is said.
            counters: Returns what has happened on the link.
            goes: Returns whether an errand is under way.
        """
        self._channel = channel
        self._held = first
        self._new: MotionRequest | None = None
        self._sight: Sighting | None = None
        self._counters = counters
        self._goes = goes
        self._cycles = 0
        self._packet = b""
        self._said = Said(None, False, None)
        self._pack: Callable[[object], bytes] = msgpack.Packer().pack

    def hold(self, request: MotionRequest) -> None:
        """Wish this from now on."""
        self._held = request

    def prepare(self) -> None:
        """Take what has come since the last cycle."""
        self._new = self._sight = None
        if self._channel is None:
            return
        for packet in self._channel.receive():
            said = self._read(packet)
            if said.request is not None:
                self._new = said.request
                self._held = said.request if said.hold else None
            self._sight = _merged(self._sight, said.sight)

    def request(self) -> MotionRequest | None:
        """Return what is wished now; None in silence."""
        return self._held if self._new is None else self._new

    def sight(self) -> Sighting | None:
        """Return what has been seen since the last cycle."""
        return self._sight

    def look(self, made: Cycle) -> None:
        """Tell what happens, now and then."""
        self._cycles += 1
        if self._channel is None:
            return
        transition = made.outcome.transition
        if transition is None and self._cycles % _TELL_EVERY:
            return
        self._channel.send(self._pack(self._report(made)))

    def _read(self, packet: bytes) -> Said:
        if packet != self._packet:  # a behaviour says the same in most cycles
            self._packet = packet
            try:
                self._said = read_message(msgpack.unpackb(packet))
            except (HsmError, ValueError) as error:
                _LOG.warning("%s", RequestError(str(error)))
                self._said = Said(None, False, None)
        return self._said

    def _report(self, made: Cycle) -> dict[str, object]:
        outcome, frame = made.outcome, made.frame
        robot = outcome.robot
        transition = outcome.transition
        report: dict[str, object] = {
            "process": os.getpid(),
            "time": robot.time,
            "cycles": self._cycles,
            "leaf": outcome.leaf,
            "motion": outcome.request.motion.value,
            "silent": outcome.silent,
            "errand_open": self._goes(),
            "fall": robot.fall.value,
            "heat": robot.health.heat.name.lower(),
            "battery_empty": robot.health.empty,
            "odometry": [robot.odometry.x, robot.odometry.y, robot.odometry.heading],
            "link": self._counters(),
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


def _merged(before: Sighting | None, now: Sighting | None) -> Sighting | None:
    """Return what was seen in several messages; of each thing the newest."""
    if before is None or now is None:
        return before if now is None else now
    return Sighting(
        now.ball or before.ball, now.obstacles or before.obstacles, now.pose or before.pose
    )
