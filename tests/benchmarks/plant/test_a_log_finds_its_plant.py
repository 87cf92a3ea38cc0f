"""A recorded walk is compared with every plant: its own plant matches best."""

from pathlib import Path

import pytest

from hsm.campaigns.plants.comparison import compare_with_plants
from hsm.campaigns.plants.walk_log import read_walk
from tests.hsm.conftest import call
from tests.warm import Warm

PLANTS = ("good", "standard", "worn", "soft_servos")
WALK = """\
name: log
description: Walks ahead for ten seconds.
plant: {plant}
robot: {robot}
seed: {seed}
start: {{posture: standing, state: Stand.Normal}}
duration_s: 14
timeline:
  - {{at_s: 1.2, request: {{motion: walk, forward_mm_per_s: 200}}}}
expect:
  - {{event: first_step}}
"""


@pytest.mark.benchmark
@pytest.mark.parametrize("robot", [2, 7])
@pytest.mark.parametrize("plant", ["standard", "worn", "soft_servos"])
def test_a_log_is_nearest_to_the_plant_it_was_recorded_on(
    plant: str, robot: int, ready: Warm, tmp_path: Path
) -> None:
    scenario = tmp_path / "log.yaml"
    scenario.write_text(WALK.format(plant=plant, robot=robot, seed=700 + robot))
    done = call(ready, tmp_path, "run", "log.yaml", "--out", "log")
    assert done.returncode == 0, done.stderr
    report = compare_with_plants(read_walk(tmp_path / "log"), PLANTS, robots=10, jobs=2)
    assert report.nearest == plant, report.text()
