"""Programs change the walk of a robot process, which is recorded and replayed."""

import socket
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Semaphore

import msgpack
import pytest

from hsm.apps.robot.client import RefusedError, RobotClient
from hsm.apps.robot.process_queues import CHANGE, ChannelEnd, channel
from hsm.apps.robot.protocol import RequestError, read_message
from hsm.apps.robot.request_channel import RequestChannel
from hsm.apps.robot.request_server import ChangeLoader
from hsm.campaigns.wire.processes import short_folder, wait_for
from hsm.control.assembly import MotionSettings
from hsm.control.walk_change import WalkChange
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.runs.serialisation import plain, value
from hsm.settings.change_wish import ChangeWish
from tests.hsm.apps.robot.served import run_of, served_requests, stands
from tests.hsm.apps.robot.test_request_channel import made_cycle
from tests.hsm.conftest import call
from tests.warm import Warm


def test_a_running_robot_takes_a_change_refuses_a_wrong_one_and_its_run_is_replayed(
    ready: Warm, lola: Path, tmp_path: Path
) -> None:
    good, wrong = tmp_path / "good.yaml", tmp_path / "wrong.yaml"
    good.write_text("step: {lift_mm: 18}\n")
    wrong.write_text("step:\n  lift_mm: 900\n")
    with run_of(lola, "--record", str(tmp_path / "runs")) as it:
        log = it.folder / "log"
        change = partial(call, ready, it.folder, "ask", "change", "--requests", str(it.requests))
        with RobotClient(it.requests) as robot:
            stands(robot, log)
            refused = change(str(wrong), "--profile", "fast")
            assert refused.returncode == 1
            assert f"{wrong}:2:12: step.lift_mm: must be at most" in refused.stderr
            assert robot.status()["parameters"] == {"waits": False, "taken": 0}
            taken = change(str(good), "--profile", "fast")
            assert (taken.returncode, taken.stdout) == (0, "taken\n"), taken.stderr
            robot.walk(0.1)
            wait_for("the walk", lambda: "Walk" in robot.status()["leaf"], 30.0, log)
            robot.change({"step": {"lift_mm": 15}})
            wait_for("it waits", lambda: robot.status()["parameters"]["waits"], 30.0, log)
            robot.stand()
            wait_for("it is taken", lambda: robot.status()["parameters"]["taken"] == 2, 30.0, log)
            with pytest.raises(RefusedError, match="unknown profile 'fats'; did you mean 'fast'"):
                robot.change(profile="fats")
            assert log.read_text().count("the walk has new parameters") == 2
    run = read_run(tmp_path / "runs" / "latest")
    changes = [row.change for row in run.rows if row.change is not None]
    assert [change.walking.step.lift for change in changes] == pytest.approx([0.018, 0.015])
    assert [change.profile.fastest.forward for change in changes] == pytest.approx([0.4, 0.4])
    assert compare(run).identical


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"change": {}}, "changes nothing"),
        ({"change": {"profile": 7}}, "change.profile must be a text"),
        ({"change": {"profile": "fast"}, "hold": False}, "in a message of its own"),
    ],
)
def test_a_message_that_is_no_change_is_refused(message: dict[str, object], told: str) -> None:
    with pytest.raises(RequestError, match=told):
        read_message({"version": 1, **message})


def test_the_text_of_a_patch_in_place_of_its_file_is_refused_with_what_a_patch_is() -> None:
    with short_folder() as folder, served_requests(folder / "requests"):
        with RobotClient(folder / "requests") as robot:
            with pytest.raises(RefusedError, match="lift_mm: 20}: cannot be read: No such") as it:
                robot.change("step: {lift_mm: 20}")
    assert "a dictionary" in it.value.hint


class SlowLoader(ChangeLoader):
    """Loads nothing until it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.loading: Future[WalkChange] = Future()

    def begin(self, wish: ChangeWish) -> "Future[WalkChange]":
        return self.loading


def test_other_programs_are_answered_while_a_change_is_loaded(
    settings: MotionSettings, tmp_path: Path
) -> None:
    with short_folder() as folder:
        path, loader = folder / "requests", SlowLoader()
        with served_requests(path, loader) as cycle, RobotClient(path) as other:
            with RobotClient(path) as robot, ThreadPoolExecutor(1) as thread:
                answer = thread.submit(robot.change, profile="fast")
                other.stand()
                assert not answer.done()
                loader.loading.set_result(WalkChange(settings.walking, settings.profile))
                assert answer.result() == {}
            assert [packet[:1] == CHANGE for packet in cycle.receive()] == [False, True]


class WaitingLoader(ChangeLoader):
    """Loads a lift or a duration of 0.02, by the name of the patch, when it is told to."""

    def __init__(self, settings: MotionSettings) -> None:
        super().__init__()
        self.start = WalkChange(settings.walking, settings.profile)
        self.may_load, self.begun = Event(), Semaphore(0)

    def _load(self, newest: WalkChange | None, wish: ChangeWish) -> WalkChange:
        self.begun.release()
        self.may_load.wait()
        before = newest or self.start
        step = before.walking.step
        if wish.file == "lift":
            step = replace(step, lift=0.02)
        else:
            step = replace(step, duration=0.02)
        return replace(before, walking=replace(before.walking, step=step))


def sent_by(cycle: ChannelEnd) -> list[WalkChange]:
    return [value(WalkChange, msgpack.unpackb(packet[1:])) for packet in cycle.receive()]


def test_a_change_of_a_program_that_has_gone_is_not_part_of_the_next_one(
    settings: MotionSettings,
) -> None:
    loader = WaitingLoader(settings)
    with short_folder() as folder, served_requests(folder / "requests", loader) as cycle:
        with socket.socket(socket.AF_UNIX) as gone:
            gone.connect(str(folder / "requests"))
            gone.sendall(msgpack.packb({"version": 1, "change": {"patch": "x", "file": "lift"}}))
            assert loader.begun.acquire(timeout=60.0)
        with RobotClient(folder / "requests") as robot:
            loader.may_load.set()
            robot._exchange({"change": {"patch": "x", "file": "duration"}}, 60.0)
        (change,) = sent_by(cycle)
        assert change.walking.step == replace(settings.walking.step, duration=0.02)


def test_changes_of_two_programs_build_on_each_other(settings: MotionSettings) -> None:
    loader = WaitingLoader(settings)
    with short_folder() as folder, served_requests(folder / "requests", loader) as cycle:
        path = folder / "requests"
        with RobotClient(path) as one, RobotClient(path) as two, ThreadPoolExecutor(2) as threads:
            answers = [
                threads.submit(robot._exchange, {"change": {"patch": "x", "file": name}}, 60.0)
                for robot, name in ((one, "lift"), (two, "duration"))
            ]
            loader.may_load.set()
            assert [answer.result() for answer in answers] == [{}, {}]
        step = sent_by(cycle)[-1].walking.step
        assert (step.lift, step.duration) == (0.02, 0.02)


@pytest.mark.parametrize(("taken", "kept"), [(1, 0.02), (0, None)])
def test_a_change_before_the_first_report_is_kept_if_the_cycle_has_it(
    settings: MotionSettings, taken: int, kept: float | None
) -> None:
    loader = WaitingLoader(settings)
    loader.may_load.set()
    with short_folder() as folder, served_requests(folder / "requests", loader) as cycle:
        with RobotClient(folder / "requests") as robot:
            robot._exchange({"change": {"patch": "x", "file": "lift"}}, 60.0)
            report = {"process": 7, "parameters": {"waits": False, "taken": taken}}
            cycle.send(msgpack.packb(report))
            assert robot.status() == report
            newest = loader.newest
    assert (None if newest is None else newest.walking.step.lift) == kept


def test_a_change_that_cannot_be_loaded_is_refused_and_the_program_is_heard_again(
    tmp_path: Path,
) -> None:
    with short_folder() as folder:
        path, loader = folder / "requests", SlowLoader()
        loader.loading.set_exception(TypeError("what is that"))
        with served_requests(path, loader) as cycle, RobotClient(path) as robot:
            with pytest.raises(RefusedError, match="change: what is that"):
                robot.change(profile="fast")
            robot.stand()
            assert len(cycle.receive()) == 1


def test_a_change_waits_in_the_channel_until_the_robot_rests(settings: MotionSettings) -> None:
    taken: list[WalkChange] = []
    inner, outer = channel()
    end = ChannelEnd(outer.detach())
    requests = RequestChannel(ChannelEnd(inner.detach()), change=taken.append)
    change = WalkChange(settings.walking, settings.profile)
    made = made_cycle()
    requests.look(replace(made, outcome=replace(made.outcome, leaf="WalkPhase.Stepping")))
    end.send(CHANGE + msgpack.packb(plain(change)))
    requests.prepare()
    assert taken == []
    requests.look(replace(made, outcome=replace(made.outcome, leaf="Stand.Normal")))
    end.send(CHANGE + b"\xc1")
    requests.prepare()
    assert taken == []  # the newest change counts, and it is none
    end.send(CHANGE + msgpack.packb(plain(change)))
    requests.prepare()
    assert taken == [change]
