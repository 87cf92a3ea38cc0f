"""What the control cycle tells of itself."""

from dataclasses import replace

import msgpack
import pytest

from hardware.robots.model import Side
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from hsm.control.motion_info import NOTHING_ASKED, MotionInfo
from hsm.runs.serialisation import plain, value
from hsm.runs.telemetry import Telemetry, info_told
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
KEPT = replace(GOING, unfollowed=("head", "right_arm"))


@pytest.mark.parametrize("info", [GOING, KICKED, SWUNG, KEPT, NOTHING_ASKED])
def test_all_that_is_known_of_a_wish_is_told(info: MotionInfo) -> None:
    assert info_told(info) == plain(info)
    assert value(MotionInfo, info_told(info)) == info


def test_a_wish_that_is_forgotten_is_told_with_its_number() -> None:
    """It stood in the robot's log only, and the report told of a robot that was to stand."""
    control, frame = build_cycle(load_settings()), sensor_frame(0.012)
    outcome = control.step(frame, None)
    assert Telemetry().report(Cycle(frame, None, outcome))["forgotten"] is None
    lost = replace(outcome, forgotten=MotionRequest(Motion.SPECIAL, number=5))
    report = Telemetry().report(Cycle(frame, None, lost))
    assert report["forgotten"] == {"motion": "special", "number": 5}


def test_of_many_footsteps_the_next_are_told_and_how_many_there_are() -> None:
    """A report of all of them was cut off on its way, which ended the process that answers."""
    control, frame = build_cycle(load_settings()), sensor_frame(0.012)
    plan = replace(PLANNED, changeable=STEPS * 2500)
    outcome = replace(control.step(frame, None), info=replace(GOING, preview=plan))
    report = Telemetry().report(Cycle(frame, None, outcome))
    assert report["footsteps"] == 5001
    assert report["info"]["preview"]["changeable"] == plain(STEPS * 50)
    assert len(msgpack.packb(report)) < 1 << 14
