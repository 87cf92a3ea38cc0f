"""What a program hears is the answer to what it has said, even after one that came too late."""

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgpack
import pytest

from hardware.lola.sockets import SocketError
from hsm.apps.robot.client import RobotClient
from hsm.campaigns.wire.processes import short_folder


class SlowRobot:
    """Answers every message with its own number, the first one when it is told to.

    Attributes:
        go_on: Lets it answer.
    """

    def __init__(self, path: Path) -> None:
        self.go_on = Event()
        self._numbers = iter(range(1, 10))
        self._waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._waiting.bind(str(path))
        self._waiting.listen()
        Thread(target=self._let_in, daemon=True).start()

    def _let_in(self) -> None:
        while True:
            client, _ = self._waiting.accept()
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        unpacker = msgpack.Unpacker()
        while data := client.recv(4096):
            unpacker.feed(data)
            for _ in unpacker:
                report: dict[str, Any] = {"number": next(self._numbers)}
                self.go_on.wait(10.0)
                try:
                    client.sendall(msgpack.packb({"version": 1, "report": report}))
                except OSError:
                    return


@pytest.fixture
def path() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder / "requests"


def test_an_answer_that_comes_late_is_not_taken_for_the_next_one(path: Path) -> None:
    slow = SlowRobot(path)
    robot = RobotClient(path)
    robot._socket.settimeout(0.05)  # noqa: SLF001
    with pytest.raises(SocketError, match="does not answer"):
        robot.status()
    slow.go_on.set()
    assert [robot.status()["number"], robot.status()["number"]] == [2, 3]
    robot.close()
