"""The control loop, with a fake robot that records every call."""

from hardware.sensors_and_commands import JointCommand, SensorFrame
from hsm.control.assembly import load_settings
from hsm.control.cycle import Outcome
from hsm.control.loop import Constant, Cycle, run
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting
from tests.fakes import sensor_frame
from tests.hsm.control.bench import Bench

WALK = MotionRequest(Motion.WALK, forward=0.1)


class Witness:
    """Robot, behaviour and observer in one; records the order of their calls."""

    def __init__(self) -> None:
        self.book: list[str] = []
        self.seen: list[Cycle] = []
        self.sent: list[JointCommand] = []
        self._bench = Bench(load_settings())

    def receive(self) -> SensorFrame | None:
        self.book.append("receive")
        self._bench.time += 0.012
        return sensor_frame(self._bench.time) if len(self.sent) != 3 else None

    def prepare(self) -> None:
        self.book.append("prepare")

    def request(self) -> MotionRequest:
        self.book.append("request")
        return WALK

    def sight(self) -> None:
        self.book.append("sight")

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        self.book.append("decide")
        return self._bench.cycle.step(frame, request)

    def send(self, command: JointCommand) -> None:
        self.book.append("send")
        self.sent.append(command)

    def look(self, made: Cycle) -> None:
        self.book.append("look")
        self.seen.append(made)

    def close(self) -> None:
        self.book.append("close")


def test_a_cycle_receives_requests_decides_sends_and_notifies_in_this_order() -> None:
    witness = Witness()
    run(witness, witness, witness, [witness], cycles=2)
    assert witness.book == 2 * ["prepare", "receive", "request", "sight", "decide", "send", "look"]


def test_an_observer_sees_the_frame_the_request_and_the_command_sent() -> None:
    witness = Witness()
    run(witness, witness, witness, [witness], cycles=5)
    assert [made.outcome.command for made in witness.seen] == witness.sent
    assert [made.frame is None for made in witness.seen] == [False, False, False, True, False]
    assert all(made.request == WALK for made in witness.seen)


def test_all_observers_see_the_same_cycle() -> None:
    first, second = Witness(), Witness()
    second.book = first.book
    run(first, first, Constant(None), [first, second], cycles=1)
    assert first.seen == second.seen
    assert first.seen[0].request is None


def test_a_run_ends_after_the_cycle_that_meets_the_stop_condition() -> None:
    witness = Witness()
    run(witness, witness, witness, [witness], until=lambda made: made.frame is None)
    assert len(witness.seen) == 4
    assert witness.seen[-1].frame is None
