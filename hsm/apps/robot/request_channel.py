"""The control cycle's end of the requests: wishes and sightings in, what came of them out.

Nothing here waits. What comes has been looked at by the process that takes requests
already, and is looked at again: a wish that cannot be taken is none. When that process is gone
nobody can take back what is held: it is held no longer, and the robot sits down as in silence.
"""

import logging
from collections.abc import Callable
from typing import Final

import msgpack

from hsm.apps.robot.process_queues import ChannelEnd
from hsm.apps.robot.protocol import RequestError, Said, read_message
from hsm.chart.leaves import FAULT, LIMP, OFF
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.runs.telemetry import Telemetry
from hsm.states.catalogue import asks_for
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting

_LOG = logging.getLogger("hsm.robot")
_ASKS: Final = asks_for()
_ON_NO_WAY: Final = (LIMP, OFF, FAULT)
"""There nothing is moved on purpose, whatever is still to be done."""


class RequestChannel:
    """Says what is wished, from a channel; tells what happens, into it.

    Attributes:
        alone: Cycles since nobody is at the other end any more.
    """

    def __init__(
        self,
        channel: ChannelEnd | None,
        *,
        telemetry: Telemetry | None = None,
    ) -> None:
        """Begin with a robot that sits until something is said, by nobody without a channel."""
        self._channel = channel
        # Whoever starts a program, or a robot, has not asked for motors that move yet.
        self._held: MotionRequest | None = MotionRequest(Motion.SIT)
        self._new: MotionRequest | None = None
        self._insisted: MotionRequest | None = None
        self.alone = 0
        self._sight: Sighting | None = None
        self._telemetry = telemetry or Telemetry()
        self._packet = b""
        self._said = Said(None, False, None)
        self._pack: Callable[[object], bytes] = msgpack.Packer().pack

    def insist(self, request: MotionRequest) -> None:
        """Wish this from now on, whatever is said."""
        self._insisted = request

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
            if said.sight is not None:
                before: Sighting | None = self._sight
                self._sight = said.sight if before is None else before.and_then(said.sight)
        if self._channel.closed:
            self._held = None
            self.alone += 1

    def request(self) -> MotionRequest | None:
        """Return what is wished now; None in silence."""
        if self._insisted is not None:
            return self._insisted
        return self._held if self._new is None else self._new

    def sight(self) -> Sighting | None:
        """Return what has been seen since the last cycle."""
        return self._sight

    def look(self, made: Cycle) -> None:
        """Tell what happens, now and then."""
        if self._channel is None:
            return
        report = self._telemetry.look(made)
        if report is not None:
            leaf, world = made.outcome.leaf, made.outcome.robot.world
            report["asks"] = _ASKS.get(leaf)
            report["errand_open"] = report["errand_open"] and not any(
                leaf in place for place in _ON_NO_WAY
            )
            report["refused_sightings"] = world.refused
            report["refused_sighting"] = world.refusal
            self._channel.send(self._pack(report))

    def _read(self, packet: bytes) -> Said:
        if packet != self._packet:  # a behaviour says the same in most cycles
            self._packet = packet
            try:
                self._said = read_message(msgpack.unpackb(packet))
            except (HsmError, ValueError) as error:
                _LOG.warning("%s", RequestError(str(error)))
                self._said = Said(None, False, None)
        return self._said
