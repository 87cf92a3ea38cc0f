"""Only programs of the same user reach a robot, and only a robot of theirs is reached."""

import os
import socket
from pathlib import Path
from threading import Thread

import pytest

from hardware.lola.sockets import SocketError, listen
from hsm.apps.robot import request_server, socket_paths
from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.process_queues import ChannelEnd, channel
from hsm.apps.robot.request_server import RequestServer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "requests"


def another_user() -> int:
    return os.stat("/").st_uid + 1000


def test_a_robot_of_another_user_is_not_asked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listen(path):
        monkeypatch.setattr(os, "getuid", another_user)
        with pytest.raises(SocketError, match="belongs to another user"):
            RobotClient(path)


def test_a_program_of_another_user_is_sent_away_in_one_line(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mine, theirs = channel()
    with mine, listen(path) as waiting:
        monkeypatch.setattr(request_server, "getuid", another_user)
        server = RequestServer(waiting, ChannelEnd(theirs.detach()))
        serving = Thread(target=server.serve)
        serving.start()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stranger:
            stranger.settimeout(10.0)
            stranger.connect(str(path))
            assert stranger.recv(1) == b""
        mine.close()
        serving.join(10.0)
    (line,) = caplog.messages
    assert "was refused; expected programs of user" in line


def test_where_no_folder_for_sockets_can_be_made_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with the environment of another user, or a file of that name."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "missing"))
    with pytest.raises(SocketError, match="no folder for sockets .*No such file") as told:
        socket_paths.lola_socket()
    assert "XDG_RUNTIME_DIR" in told.value.hint
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "nao-hsm").touch()
    with pytest.raises(SocketError, match="no folder for sockets .*File exists"):
        socket_paths.lola_socket()


def test_a_program_that_was_not_told_of_the_users_folder_finds_the_robot_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service of the system asks a robot that a service of the same user runs."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / str(os.getuid())))
    (tmp_path / str(os.getuid())).mkdir()
    robots = socket_paths.request_socket()
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setattr(socket_paths, "_USERS", tmp_path)
    assert socket_paths.request_socket() == robots


def test_a_folder_that_others_may_enter_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert socket_paths.request_socket() == tmp_path / "nao-hsm" / "requests"
    (tmp_path / "nao-hsm").chmod(0o755)
    with pytest.raises(SocketError, match="only this user can enter"):
        socket_paths.request_socket()
