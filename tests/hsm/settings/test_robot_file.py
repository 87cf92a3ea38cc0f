"""The lengths of a robot stand in two places of its file, which must agree."""

import shutil
from pathlib import Path

import pytest

from hsm.errors import ConfigError
from hsm.settings.loader import config_folder
from hsm.settings.robot_file import load_robot, other_lengths
from tests.toy import TOY


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("thigh_mm: 100\n", "thigh_mm: 105\n", 2),
        ("tibia_mm: 102.9\n", "tibia_mm: 100\n", 2),
        ("hip_offset_y_mm: 50\n", "hip_offset_y_mm: 51\n", 2),
        ("hip_offset_z_mm: 85 ", "hip_offset_z_mm: 80 ", 2),
        ("origin_mm: [0, 0, -102.9]", "origin_mm: [0, 0, -110]", 1),
    ],
)
def test_a_dimension_that_the_links_do_not_have_is_a_mistake(
    old: str, new: str, found: int, tmp_path: Path
) -> None:
    file = tmp_path / "robots" / "nao_v6.yaml"
    shutil.copytree(config_folder() / "robots", file.parent)
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    with pytest.raises(ConfigError) as caught:
        load_robot(tmp_path)
    problems = caught.value.problems
    assert len(problems) == found
    assert all("by `origin_mm` of its links" in problem.message for problem in problems)
    line = file.read_text().splitlines()[problems[0].line - 1]
    assert problems[0].path.removeprefix("dimensions.") in line


def test_a_leg_whose_links_have_the_dimensions_is_no_mistake() -> None:
    assert list(other_lengths(TOY)) == []
    assert load_robot().dimensions.thigh == pytest.approx(0.1)
