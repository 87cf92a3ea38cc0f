"""`hsm.RobotClient`: what a program asks of a robot that runs, and what it hears.

with hsm.RobotClient() as robot:
    robot.walk(0.2)                    # holds until something else is asked
    while robot.status()["odometry"][0] < 1.0:
        time.sleep(0.1)
    robot.stand()

`REPORT.md` has what a report holds, `examples/behaviour.py` a whole program.
"""

import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgpack

from hardware.errors import HsmError
from hardware.lola.sockets import READ_SIZE, SocketError
from hsm.apps.robot import PROTOCOL
from hsm.apps.robot.socket_paths import request_socket
from hsm.own_numbers import own_numbers

if TYPE_CHECKING:
    from motions.requests import MotionRequest
    from motions.sight import Sighting

_PATIENCE: Final = 2
"""For being let in, and for an answer, s."""
_TIME: Final = struct.Struct("2l")
"""Seconds and microseconds, as the system takes them."""
_BY_NAMES: Final = 'By its names it is asked with hold(motion="walk", forward=0.2).'


class RefusedError(HsmError):
    """The robot does not take what was asked; it says why."""

    def __init__(self, what: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(what)


class RobotClient:
    """A robot that runs on this computer; a context, which lets go of it.

    What a program asks in every cycle ends with the program: after some seconds of silence the
    robot sits down. What it asks with `hold` goes on until something else is asked. A robot that
    has not answered, or has sent a program away, is reached anew when it is asked again. Numbers
    may be numpy's.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        """Reach the robot.

        Args:
            path: Of its requests; where `hsm robot run` puts them if None.

        Raises:
            SocketError: If there is none, or it belongs to another user.
        """
        self._path = request_socket() if path is None else Path(path)
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # A timeout of Python's would give up at once where other programs wait to be let in.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _TIME.pack(_PATIENCE, 0))
        self._unpacker = msgpack.Unpacker(max_buffer_size=1 << 16)
        try:
            if self._path.stat().st_uid != os.getuid():
                raise SocketError(self._path, "belongs to another user", "Give your own robot's.")
            self._socket.connect(os.fspath(self._path))
            self._socket.settimeout(_PATIENCE)
        except BlockingIOError as error:
            self._socket.close()
            what = f"other programs wait to be let in, and nobody was for {_PATIENCE} s"
            raise SocketError(self._path, what, "Look at `hsm robot run`.") from error
        except OSError as error:
            self._socket.close()
            hint = "`hsm robot run` runs a robot and opens it."
            what = f"no robot takes requests here ({error.strerror or error})"
            raise SocketError(self._path, what, hint) from error
        except SocketError:
            self._socket.close()
            raise

    def __enter__(self) -> "RobotClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the robot; what it was asked to hold it goes on with."""
        self._socket.close()

    def status(self) -> dict[str, Any]:
        """Return the newest report, empty before the first.

        While a control cycle that has died is started again, it is the last one that it told.
        """
        return self._say({})

    def ask(self, request: "MotionRequest", *, hold: bool = False) -> dict[str, Any]:
        """Ask for a motion, and return the newest report.

        Raises:
            RefusedError: If the robot does not take it, or it is no request.
        """
        from hsm.apps.robot.protocol import said_of
        from motions.requests import MotionRequest

        if not isinstance(request, MotionRequest):
            raise RefusedError(f"{request!r} is no MotionRequest", _BY_NAMES)
        return self._say({"request": said_of(own_numbers(request)), "hold": hold})

    def see(self, sight: "Sighting") -> dict[str, Any]:
        """Tell what has been seen, with the time and odometry of a report."""
        return self._say({"sight": _plain("sight", sight)})

    def walk(self, forward: float, left: float = 0.0, turn: float = 0.0) -> dict[str, Any]:
        """Walk with a speed, m/s, m/s and rad/s, until something else is asked."""
        return self.hold(motion="walk", forward=forward, left=left, turn=turn)

    def go_to(self, x: float, y: float, heading: float = 0.0, number: int = 0) -> dict[str, Any]:
        """Walk to a place seen from where the robot is now, m, m and rad.

        Args:
            x: Forward.
            y: To the left.
            heading: That it turns to.
            number: Another one than before walks to the same target again.

        Raises:
            RefusedError: If the robot does not take it.
        """
        where = {"x": x, "y": y, "heading": heading}
        return self.hold(motion="walk_to", walk_to=where, number=number)

    def stand(self) -> dict[str, Any]:
        """Stand until something else is asked."""
        return self.hold(motion="stand")

    def sit(self) -> dict[str, Any]:
        """Sit down."""
        return self.hold(motion="sit")

    def limp(self) -> dict[str, Any]:
        """Let go of every joint at once."""
        return self.hold(motion="limp")

    def hold(self, **request: Any) -> dict[str, Any]:
        """Ask for something by the names of `MotionRequest`, until something else is asked.

            robot.hold(motion="kick", kick={"kind": "forward_fast"})

        Raises:
            RefusedError: If the robot does not take it.
        """
        return self._say({"request": _plain("request", request), "hold": True})

    def _say(self, what: dict[str, Any]) -> dict[str, Any]:
        message = msgpack.packb({"version": PROTOCOL, **what})
        try:
            known = self._socket.fileno() >= 0
            if not known:
                self._connect()
            answer = self._answer_to(message)
            if answer is None and known:  # it had sent this program away, and heard nothing of it
                self._connect()
                answer = self._answer_to(message)
        except OSError as error:
            self._socket.close()
            what_happened = f"the robot does not answer ({error.strerror or error})"
            raise SocketError(self._path, what_happened, "Look at `hsm robot run`.") from error
        except BaseException:  # an interrupt, too, leaves an answer that comes later
            self._socket.close()
            raise
        if answer is None:
            raise self._gone()
        return self._heard(answer)

    def _answer_to(self, message: bytes) -> dict[str, Any] | None:
        """Say something and return the answer; None if nobody was there to hear it.

        Whoever raises closes the connection: what comes late must not be taken for the answer to
        what is said next.
        """
        try:
            self._socket.sendall(message)
            answer = self._next_answer()
        except (BrokenPipeError, ConnectionResetError):
            # The robot has let go before it had read all of this; it may have said why.
            with suppress(ConnectionResetError):
                return self._next_answer()
            return None
        if answer is None:
            raise self._gone()
        return answer

    def _next_answer(self) -> dict[str, Any] | None:
        """Return an answer; None if the robot has closed the connection."""
        while data := self._socket.recv(READ_SIZE):
            self._unpacker.feed(data)
            for answer in self._unpacker:
                said: dict[str, Any] = answer
                return said
        return None

    def _gone(self) -> SocketError:
        return SocketError(self._path, "the robot has gone", "Run it again.")

    @staticmethod
    def _heard(answer: dict[str, Any]) -> dict[str, Any]:
        if "error" in answer:
            raise RefusedError(str(answer["error"]), str(answer.get("hint", "")))
        report: dict[str, Any] = answer["report"]
        return report


def _plain(name: str, what: Any) -> Any:
    """Return what is said as plain values.

    Raises:
        RefusedError: If there is something in it that cannot be said.
    """
    if isinstance(what, dict):
        return {key: _plain(f"{name}.{key}", item) for key, item in what.items()}
    if what is None or type(what) in (bool, int, float, str):
        return what
    from hsm.runs.serialisation import plain  # scripts that say plain words do without it

    try:
        return plain(own_numbers(what))
    except TypeError as error:
        raise RefusedError(f"{name}: {error}", _BY_NAMES) from error
