"""`hsm run --goto`: a walk to a pose without a scenario file."""

import math
from dataclasses import replace

import pytest

from hsm.apps.run import goto_scenario
from hsm.control.assembly import MotionSettings
from hsm.simulated.runner import run
from motions.kinematics.geometry import Pose2
from tests.hsm.conftest import Hsm

ENOUGH = 5.0
"""Duration of a run that need not walk, s: it is asked after two."""


def test_a_pose_is_walked_to_and_the_path_can_be_drawn(hsm: Hsm) -> None:
    words = ("run", "--goto", "0.2", "-0.1", "20", "--out", "went")
    done = hsm(*words, without=("matplotlib",))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "walk to 0.20, -0.10 m, 20 deg requested, in the robot frame" in done.stdout
    assert "Stand.Normal" in done.stdout and "never fell" in done.stdout
    drawn = hsm("plot", "path", "went")
    assert drawn.returncode == 0 and "went/path.png" in drawn.stdout


@pytest.mark.parametrize(
    ("pose", "wrong"),
    [
        (("nan", "0", "0"), "X nan is not between -8 and 8"),
        (("0", "9", "0"), "Y 9 is not between -8 and 8"),
        (("0", "0", "400"), "DEG 400 is not between -360 and 360"),
    ],
)
def test_a_pose_off_the_field_is_refused(hsm: Hsm, pose: tuple[str, ...], wrong: str) -> None:
    done = hsm("run", "--goto", *pose)
    assert done.returncode == 2
    assert wrong in done.stderr


def test_goto_and_a_scenario_together_are_refused(hsm: Hsm) -> None:
    done = hsm("run", "demo", "--goto", "1", "0", "0")
    assert done.returncode == 2
    assert "give one of SCENARIO, --replay RUN and --goto X Y DEG" in done.stderr


@pytest.mark.parametrize("pose", [Pose2(), Pose2(heading=2.0 * math.pi), Pose2(-0.012)])
def test_a_goto_to_the_present_pose_passes(pose: Pose2, settings: MotionSettings) -> None:
    scenario = replace(goto_scenario(pose), duration=ENOUGH)
    done = run(scenario, settings)
    assert done.verdict.passed, str(done.verdict)
    assert done.summary.undone == ()
