"""Every scenario through the socket, in lock-step, equals the run in one process, bit for bit."""

from pathlib import Path

import pytest

from hsm.settings.loader import config_folder
from tests.hardware.lola.test_same_run_through_the_wire import demand_the_same_run

SCENARIOS = sorted(path.stem for path in (config_folder() / "scenarios").glob("*.yaml"))


@pytest.mark.benchmark
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_run_is_the_same_with_and_without_a_wire(name: str, tmp_path: Path) -> None:
    assert demand_the_same_run(name, tmp_path) > 100
