"""`hsm.RobotClient`: sends a program's requests to a running robot and returns its reports.

with hsm.RobotClient() as robot:
    robot.walk(0.2)                    # holds until the next request
    while robot.status()["odometry"][0] < 1.0:
        time.sleep(0.1)
    robot.stand()

`REPORT.md` describes the report, `examples/behaviour.py` is a complete program.
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
"""Timeout of a connection attempt and of an answer, s."""
_LOADED_WITHIN: Final = 20
"""Timeout of the answer to a change, s: the robot's slow computer loads files first."""
_TIME: Final = struct.Struct("2l")
"""A `timeval`: seconds and microseconds."""
_PATCH: Final = "A patch is a file, or in Python a dictionary: {'step': {'lift_mm': 20}}."
_BY_NAMES: Final = 'Request a motion by its field names with hold(motion="walk", forward=0.2).'


class RefusedError(HsmError):
    """A message that the robot has refused, with its reason."""

    def __init__(self, what: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(what)


class RobotClient:
    """Connection to the robot that runs on this computer; a context manager, which closes it.

    A request that is repeated in every cycle ends with the program: after some seconds of silence
    the robot sits down. A request with `hold` stays active until the next one. After a timeout or
    a closed connection, the next call connects again. Numbers may be numpy scalars.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        """Connect to the robot.

        Args:
            path: Path of its request socket; None for the default of `hsm robot run`.

        Raises:
            SocketError: If no robot listens there, or the socket belongs to another user.
        """
        self._path = request_socket() if path is None else Path(path)
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # With a timeout of Python, connect would fail at once while other programs wait.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _TIME.pack(_PATIENCE, 0))
        self._unpacker = msgpack.Unpacker(max_buffer_size=1 << 16)
        try:
            if self._path.stat().st_uid != os.getuid():
                raise SocketError(self._path, "belongs to another user", "Give your own robot's.")
            self._socket.connect(os.fspath(self._path))
        except BlockingIOError as error:
            self._socket.close()
            what = f"other programs wait to be let in, and none was accepted for {_PATIENCE} s"
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
        """Close the connection; the robot continues a held request."""
        self._socket.close()

    def status(self) -> dict[str, Any]:
        """Return the newest report, empty before the first.

        While a control cycle that has died is restarted, this is its last report.
        """
        return self._exchange({})

    def ask(self, request: "MotionRequest", *, hold: bool = False) -> dict[str, Any]:
        """Request a motion and return the newest report.

        Raises:
            RefusedError: If the robot refuses it, or it is not a `MotionRequest`.
        """
        from hsm.apps.robot.protocol import request_as_map
        from motions.requests import MotionRequest

        if not isinstance(request, MotionRequest):
            raise RefusedError(f"{request!r} is no MotionRequest", _BY_NAMES)
        return self._exchange({"request": request_as_map(own_numbers(request)), "hold": hold})

    def see(self, sight: "Sighting") -> dict[str, Any]:
        """Send a sighting, with the time and odometry of a report; return the newest report."""
        return self._exchange({"sight": _plain("sight", sight)})

    def walk(self, forward: float, left: float = 0.0, turn: float = 0.0) -> dict[str, Any]:
        """Walk at a velocity, m/s, m/s and rad/s, until the next request."""
        return self.hold(motion="walk", forward=forward, left=left, turn=turn)

    def go_to(self, x: float, y: float, heading: float = 0.0, number: int = 0) -> dict[str, Any]:
        """Walk to a pose relative to the present one.

        Args:
            x: Forward, m.
            y: To the left, m.
            heading: Final heading, rad.
            number: A new number walks to the same target again.

        Raises:
            RefusedError: If the robot refuses it.
        """
        where = {"x": x, "y": y, "heading": heading}
        return self.hold(motion="walk_to", walk_to=where, number=number)

    def stand(self) -> dict[str, Any]:
        """Stand until the next request."""
        return self.hold(motion="stand")

    def sit(self) -> dict[str, Any]:
        """Sit down."""
        return self.hold(motion="sit")

    def limp(self) -> dict[str, Any]:
        """Switch off all joints at once."""
        return self.hold(motion="limp")

    def hold(self, **request: Any) -> dict[str, Any]:
        """Request a motion by the field names of `MotionRequest`, until the next request.

            robot.hold(motion="kick", kick={"kind": "forward_fast"})

        Raises:
            RefusedError: If the robot refuses it.
        """
        return self._exchange({"request": _plain("request", request), "hold": True})

    def change(
        self,
        patch: Path | str | dict[str, Any] | None = None,
        profile: str | None = None,
    ) -> dict[str, Any]:
        """Change parameters of the walk as soon as the robot rests; return the newest report.

        Its `parameters` tell when that has happened.

            robot.change({"step": {"lift_mm": 20}}, profile="fast")

        Args:
            patch: Patch of `config/walking/engine.yaml`: a file, or its content as a dictionary.
            profile: Name of a speed profile.

        Raises:
            RefusedError: If the patch cannot be read, or the robot refuses the change.
        """
        text, file = "", "patch"
        if isinstance(patch, dict):
            import yaml  # scripts that only request motions start sooner without it

            text = yaml.safe_dump(_plain("patch", patch))
        elif patch is not None:
            file = str(patch)
            try:
                text = Path(patch).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                why = getattr(error, "strerror", None) or error
                raise RefusedError(f"{file}: cannot be read: {why}", _PATCH) from error
        wish = {"patch": text, "profile": profile, "file": file}
        return self._exchange({"change": wish}, _LOADED_WITHIN)

    def _exchange(self, what: dict[str, Any], patience: float = _PATIENCE) -> dict[str, Any]:
        message = msgpack.packb({"version": PROTOCOL, **what})
        try:
            known = self._socket.fileno() >= 0
            if not known:
                self._connect()
            answer = self._answer_to(message, patience)
            if answer is None and known:  # the robot had closed the connection before it got this
                self._connect()
                answer = self._answer_to(message, patience)
        except OSError as error:
            self._socket.close()
            what_happened = f"the robot does not answer ({error.strerror or error})"
            raise SocketError(self._path, what_happened, "Look at `hsm robot run`.") from error
        except BaseException:  # an interrupt, too, leaves an answer that arrives later
            self._socket.close()
            raise
        if answer is None:
            raise self._gone()
        return self._report_in(answer)

    def _answer_to(self, message: bytes, patience: float) -> dict[str, Any] | None:
        """Send a message and return the answer; None if the robot had closed the connection.

        The caller closes the connection on every exception: a late answer must not be taken for
        the answer to the next message.
        """
        try:
            self._socket.settimeout(patience)
            self._socket.sendall(message)
            answer = self._next_answer()
        except (BrokenPipeError, ConnectionResetError):
            # The robot closed the connection before it had read everything; it may have said why.
            with suppress(ConnectionResetError):
                return self._next_answer()
            return None
        if answer is None:
            raise self._gone()
        return answer

    def _next_answer(self) -> dict[str, Any] | None:
        """Return the next answer; None if the robot has closed the connection."""
        while data := self._socket.recv(READ_SIZE):
            self._unpacker.feed(data)
            for answer in self._unpacker:
                found: dict[str, Any] = answer
                return found
        return None

    def _gone(self) -> SocketError:
        return SocketError(self._path, "the robot has closed the connection", "Run it again.")

    @staticmethod
    def _report_in(answer: dict[str, Any]) -> dict[str, Any]:
        if "error" in answer:
            raise RefusedError(str(answer["error"]), str(answer.get("hint", "")))
        report: dict[str, Any] = answer["report"]
        return report


def _plain(name: str, what: Any) -> Any:
    """Return a message's content as plain values.

    Raises:
        RefusedError: If a value cannot be written as plain data.
    """
    if isinstance(what, dict):
        return {key: _plain(f"{name}.{key}", item) for key, item in what.items()}
    if what is None or type(what) in (bool, int, float, str):
        return what
    from hsm.runs.serialisation import plain  # not needed by scripts that send plain values

    try:
        return plain(own_numbers(what))
    except TypeError as error:
        raise RefusedError(f"{name}: {error}", _BY_NAMES) from error
