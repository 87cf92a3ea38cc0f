"""Connecting to a robot that is not there."""

import socket
from pathlib import Path

import pytest

from hardware.lola.sockets import SocketError
from hsm.apps.naoqi import ALProxy


def test_a_missing_robot_is_an_error_that_names_the_command_to_start_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(SocketError, match=f"none is served at port {port}\nhint: `hsm serve naoqi"):
        ALProxy("ALMotion", "127.0.0.1", str(port))  # as it comes from the command line
