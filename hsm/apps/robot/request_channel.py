"""The control cycle's end of the request channel: requests and sightings in, reports out.

Nothing here blocks. The request server has already checked every message; it is checked again, and
an invalid one is ignored. When the server is gone, no program could revoke a held request: it is
dropped, and the robot sits down as after a timeout.
"""

import logging
from collections.abc import Callable
from typing import Final

import msgpack

from hsm.apps.robot.process_queues import CHANGE, ChannelEnd
from hsm.apps.robot.protocol import Message, RequestError, read_message
from hsm.chart.leaves import FAULT, LIMP, OFF, STAND
from hsm.control.cycle import Outcome
from hsm.control.loop import Cycle
from hsm.control.monitors import must_stand
from hsm.control.walk_change import WalkChange, rests
from hsm.errors import HsmError
from hsm.runs.serialisation import value
from hsm.runs.telemetry import Telemetry
from hsm.states.catalogue import asks_for
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting

_LOG = logging.getLogger("hsm.robot")
_ASKS: Final = asks_for()
_ON_NO_WAY: Final = (LIMP, OFF, FAULT)
"""States in which the robot executes no request, even if one is still open."""


class RequestChannel:
    """Source of requests and sightings from a channel; an observer that sends reports into it.

    Attributes:
        alone: Number of cycles since the other end was closed.
    """

    def __init__(
        self,
        channel: ChannelEnd | None,
        *,
        telemetry: Telemetry | None = None,
        account: Callable[[], str] = str,
        change: Callable[[WalkChange], None] | None = None,
    ) -> None:
        """Start with a held request to sit; without a channel no other one ever comes.

        Args:
            channel: The channel to the request server; None without one.
            telemetry: Builds the reports.
            account: Returns what the current errand is waiting for, empty for nothing.
            change: Changes the parameters of the walk; None ignores changes.
        """
        self._change = change
        self._changes = b""  # the newest change that waits until the robot rests
        self._rests = True
        self._channel = channel
        self._account = account
        # Starting the program is not yet a request to move.
        self._held: MotionRequest | None = MotionRequest(Motion.SIT)
        self._new: MotionRequest | None = None
        self._insisted: MotionRequest | None = None
        self.alone = 0
        self._sight: Sighting | None = None
        self._telemetry = telemetry or Telemetry()
        self._packet = b""
        self._message = Message(None, False, None)
        self._pack: Callable[[object], bytes] = msgpack.Packer().pack

    def insist(self, request: MotionRequest) -> None:
        """Override all requests with this one from now on."""
        self._insisted = request

    def prepare(self) -> None:
        """Read the messages since the last cycle."""
        self._new = self._sight = None
        if self._channel is None:
            return
        for packet in self._channel.receive():
            if packet[:1] == CHANGE:
                self._changes = packet[1:]
                continue
            message = self._read(packet)
            if message.request is not None:
                self._new = message.request
                self._held = message.request if message.hold else None
            if message.sight is not None:
                before: Sighting | None = self._sight
                self._sight = message.sight if before is None else before.and_then(message.sight)
        if self._changes and self._rests:
            self._take_change()
        if self._channel.closed:
            self._held = None
            self.alone += 1

    def request(self) -> MotionRequest | None:
        """Return the request of this cycle; None if there is none."""
        if self._insisted is not None:
            return self._insisted
        return self._held if self._new is None else self._new

    def sight(self) -> Sighting | None:
        """Return the sightings since the last cycle; None if there are none."""
        return self._sight

    def look(self, made: Cycle) -> None:
        """Send a report if the telemetry has one for this cycle."""
        self._rests = rests(made.outcome.leaf)
        if self._channel is None:
            return
        report = self._telemetry.look(made)
        if report is not None:
            world = made.outcome.robot.world
            report["asks"] = _ASKS.get(made.outcome.leaf)
            report["errand_open"] = report["errand_open"] and _may_go(made.outcome)
            report["errand_waits"] = self._waits(made.outcome)
            report["parameters"]["waits"] |= bool(self._changes)
            report["refused_sightings"] = world.refused
            report["refused_sighting"] = world.refusal
            self._channel.send(self._pack(report))

    def _take_change(self) -> None:
        """Decode a change only now: that takes longer than a cycle of a walk may spare."""
        packet, self._changes = self._changes, b""
        try:
            change = value(WalkChange, msgpack.unpackb(packet))
            if self._change is not None:
                self._change(change)
        except ValueError as error:
            _LOG.warning("the parameters of the walk stay as they are: %s", error)

    def _waits(self, outcome: Outcome) -> str | None:
        """Return why a standing robot does nothing about a request that is not completed."""
        rests = outcome.leaf in STAND and not (outcome.info.open or outcome.info.arrived)
        return (self._account() or None) if rests else None

    def _read(self, packet: bytes) -> Message:
        if packet != self._packet:  # most programs repeat the same message in every cycle
            self._packet = packet
            try:
                self._message = read_message(msgpack.unpackb(packet))
            except (HsmError, ValueError) as error:
                _LOG.warning("%s", RequestError(str(error)))
                self._message = Message(None, False, None)
        return self._message


def _may_go(outcome: Outcome) -> bool:
    """Return whether the robot would take the steps that are still needed."""
    down = any(outcome.leaf in place for place in _ON_NO_WAY)
    return not (down or must_stand(outcome.robot, silent=outcome.silent))
