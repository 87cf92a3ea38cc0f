"""A limp request is an emergency stop, also beside programs that repeat what they request."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.process_queues import ChannelEnd
from hsm.apps.robot.protocol import Message, read_message
from hsm.apps.robot.request_channel import RequestChannel
from hsm.campaigns.wire.processes import short_folder
from hsm.control.assembly import build_cycle, load_settings
from hsm.runs.serialisation import plain
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.sight import SeenBall, Sighting
from tests.fakes import NAO, sensor_frame
from tests.hsm.apps.robot.served import served_requests

STAND = MotionRequest()
WALK = MotionRequest(Motion.WALK, 0.1)
LIMP = MotionRequest(Motion.LIMP)


class Server:
    """A request server, of which one hears what it passes on.

    Attributes:
        inside: The end of the control cycle.
    """

    def __init__(self, path: Path, inside: ChannelEnd) -> None:
        self._path = path
        self._programs: list[RobotClient] = []
        self.inside = inside

    def program(self) -> RobotClient:
        """Return another program, connected."""
        self._programs.append(RobotClient(self._path))
        return self._programs[-1]

    def heard(self) -> list[Message]:
        """Return what it has passed on: with its answer, a program knows that it has been."""
        return [read_message(msgpack.unpackb(packet)) for packet in self.inside.receive()]

    def motions(self) -> list[str]:
        """Return the requested motions that it has passed on."""
        return [said.request.motion.value for said in self.heard() if said.request is not None]

    def close(self) -> None:
        for program in self._programs:
            program.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        made = Server(folder / "requests", inside)
        yield made
        made.close()


def test_a_robot_stays_limp_beside_a_program_that_requests_to_stand_in_every_cycle(
    server: Server,
) -> None:
    program, control = server.program(), build_cycle(load_settings())
    requests = RequestChannel(server.inside)
    stiff = list[float]()
    for cycle in range(1, 201):
        program.ask(STAND)
        if cycle == 101:
            with server.program() as operator:
                operator.limp()
        requests.prepare()
        frame = sensor_frame(cycle * NAO.cycle)
        stiff.append(max(control.step(frame, requests.request()).command.stiffness))
    assert stiff[99] > 0.0
    assert set(stiff[100:]) == {0.0}


@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("gone", [False, True])
def test_repeated_requests_of_other_programs_do_not_revoke_a_limp(
    server: Server, hold: bool, gone: bool
) -> None:
    program, operator = server.program(), server.program()
    program.ask(WALK)
    operator.ask(LIMP, hold=hold)
    if gone:
        operator.close()
    for again in (False, True):
        program.ask(WALK, hold=again)
        program.ask(MotionRequest(Motion.WALK, 0.2, number=3), hold=again)
    assert server.motions() == ["walk", "limp"]


def send(program: RobotClient, *messages: dict[str, Any]) -> None:
    """Send messages without waiting for the answers."""
    packed = [msgpack.packb({"version": 1, **message}) for message in messages]
    program._socket.sendall(b"".join(packed))  # noqa: SLF001


Different = Callable[[RobotClient, Server], Any]


@pytest.mark.parametrize(
    "request_differently",
    [
        lambda program, _: program.hold(motion="sit"),
        lambda _, server: server.program().ask(WALK),
    ],
    ids=["another motion", "a new connection"],
)
def test_another_motion_revokes_a_limp_and_other_programs_are_heard_again(
    server: Server, request_differently: Different
) -> None:
    program, other, operator = server.program(), server.program(), server.program()
    program.ask(WALK)
    other.ask(STAND)
    operator.limp()
    other.ask(STAND)
    server.heard()
    request_differently(program, server)
    other.ask(STAND)
    assert server.motions()[1:] == ["stand"]


def test_a_program_revokes_its_own_limp_with_what_it_requested_before(server: Server) -> None:
    program = server.program()
    for request in (STAND, LIMP, LIMP, STAND, STAND):
        program.ask(request)
    assert server.motions() == ["stand", "limp", "limp", "stand", "stand"]


def test_a_program_whose_request_is_not_followed_still_tells_what_it_sees(server: Server) -> None:
    program = server.program()
    program.ask(STAND)
    server.program().limp()
    server.heard()
    seen = Sighting(SeenBall(1.0, Pose2(), 1.0, 0.0))
    program._exchange({"request": {"motion": "stand"}, "hold": True, "sight": plain(seen)})  # noqa: SLF001
    assert server.heard() == [Message(None, hold=False, sight=seen)]


def test_a_stop_and_a_sighting_are_few_messages_behind_a_program_that_waits_for_no_answer(
    server: Server,
) -> None:
    hasty, camera, operator = (server.program() for _ in range(3))
    seen = Sighting(SeenBall(1.0, Pose2(), 1.0, 0.0))
    walks = [{"request": {"motion": "walk", "forward": 1e-3 * number}} for number in range(200)]
    send(hasty, *walks)
    send(camera, {"sight": plain(seen)})
    send(operator, {"request": {"motion": "limp"}})
    server.program().status()  # its answer comes after all messages have arrived
    heard = list[Message]()
    while LIMP not in [said.request for said in heard] and len(heard) < len(walks):
        heard += server.heard()
    assert len(heard) < 50 and seen in [said.sight for said in heard]
