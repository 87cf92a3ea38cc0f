"""`hsm run --goto`: a walk to a pose without a file."""

import pytest

from tests.hsm.conftest import Hsm


def test_a_pose_is_walked_to_and_the_way_drawn(hsm: Hsm) -> None:
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
def test_a_pose_on_no_field_is_refused(hsm: Hsm, pose: tuple[str, ...], wrong: str) -> None:
    done = hsm("run", "--goto", *pose)
    assert done.returncode == 2
    assert wrong in done.stderr


def test_a_way_is_asked_for_once(hsm: Hsm) -> None:
    done = hsm("run", "demo", "--goto", "1", "0", "0")
    assert done.returncode == 2
    assert "give one of SCENARIO, --replay RUN and --goto X Y DEG" in done.stderr


@pytest.mark.parametrize("pose", ["0 0 0", "0 0 360", "-0.012 0 0"])
def test_a_pose_at_which_the_robot_stands_already_is_as_expected(hsm: Hsm, pose: str) -> None:
    done = hsm("run", "--goto", *pose.split(), "--out", "stays", without=("matplotlib",))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as expected" in done.stdout and "NOT" not in done.stdout
