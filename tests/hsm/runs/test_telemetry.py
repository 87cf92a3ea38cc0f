"""Telemetry: the control cycle's reports about itself."""

from dataclasses import replace

import msgpack
import pytest

from hardware.robots.model import Side
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from hsm.control.motion_info import NOTHING_ASKED, MotionInfo
from hsm.runs.serialisation import plain, value
from hsm.runs.telemetry import Telemetry, info_told
from motions.keyframes.engine.player import KeyframeInfo
from motions.kicks.memory import LastKick
from motions.kinematics.geometry import Pose2
from motions.locomotion.info import PlannedFootstep, PreviewInfo
from motions.requests import Motion, MotionRequest
from tests.fakes import sensor_frame

STEPS = (
    PlannedFootstep(Side.LEFT, 0.24, Pose2(0.04, 0.1, 0.05)),
    PlannedFootstep(Side.RIGHT, 0.66, Pose2(0.04, -0.1, -0.05)),
)
PLANNED = PreviewInfo(
    True, 7, False, Pose2(0.1, 0.05), Pose2(0.14, -0.05), Pose2(0.12), Pose2(0.2, 0.0, 0.1),
    STEPS[:1], STEPS, 12, "an immediate end was requested",
)  # fmt: skip
GOING = MotionInfo(True, False, Pose2(1.0, -0.5, 0.2), (0.2, 0.0, -0.1), 2, PLANNED)
KICKED = replace(GOING, last_kick=LastKick("turn", 12.5, hit=False))
SWUNG = replace(GOING, last_kick=LastKick("side", 3.0))
WAVES = replace(GOING, stable=True, keyframe=KeyframeInfo("wave", "up", mirrored=True))
STEPS_ON = replace(GOING, footstep=STEPS[0])
KEPT = replace(GOING, unfollowed=("head", "right_arm"))


@pytest.mark.parametrize("info", [GOING, KICKED, SWUNG, KEPT, WAVES, STEPS_ON, NOTHING_ASKED])
def test_motion_info_is_reported_completely_and_can_be_read_back(info: MotionInfo) -> None:
    assert info_told(info) == plain(info)
    assert value(MotionInfo, info_told(info)) == info


def test_a_dropped_request_is_reported_with_its_number() -> None:
    """It used to appear in the robot's log only, while the report showed a request to stand."""
    control, frame = build_cycle(load_settings()), sensor_frame(0.012)
    outcome = control.step(frame, None)
    assert Telemetry().report(Cycle(frame, None, outcome))["forgotten"] is None
    lost = replace(outcome, forgotten=MotionRequest(Motion.SPECIAL, number=5))
    report = Telemetry().report(Cycle(frame, None, lost))
    assert report["forgotten"] == {"motion": "special", "number": 5}


def test_a_report_holds_the_next_100_footsteps_and_their_total_number() -> None:
    """A report of all footsteps used to be truncated in transit and ended the receiving process."""
    control, frame = build_cycle(load_settings()), sensor_frame(0.012)
    plan = replace(PLANNED, changeable=STEPS * 2500)
    outcome = replace(control.step(frame, None), info=replace(GOING, preview=plan))
    report = Telemetry().report(Cycle(frame, None, outcome))
    assert report["footsteps"] == 5001
    assert report["info"]["preview"]["changeable"] == plain(STEPS * 50)
    assert len(msgpack.packb(report)) < 1 << 14


def test_a_report_tells_which_motor_is_hot_and_how_much_current_it_draws() -> None:
    """It used to tell the highest temperature, but not of which joint."""
    control = build_cycle(load_settings())
    frame = sensor_frame(0.012)
    warm = tuple(40.0 + joint for joint in range(len(frame.temperatures)))
    draws = tuple(0.1 * joint for joint in range(len(frame.currents)))
    frame = replace(frame, temperatures=warm, currents=draws)
    report = Telemetry().report(Cycle(frame, None, control.step(frame, None)))
    assert report["sensors"]["temperatures"] == list(warm)
    assert report["sensors"]["currents"] == list(draws)
    assert report["hottest_c"] == max(warm)
