"""What the control cycle divides by is refused where it is written if it is zero."""

from pathlib import Path
from typing import Any

import pytest

from hsm.errors import ConfigError
from hsm.settings.loader import config_folder, load
from motions.energy_saving import EnergySavingParameters
from motions.kicks.parameters import StandKickParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.perception.parameters import PerceptionParameters
from motions.walking.configuration import WalkingParameters


@pytest.mark.parametrize(
    ("file", "cls", "path"),
    [
        ("energy_saving.yaml", EnergySavingParameters, "give_back_ms"),
        ("perception.yaml", PerceptionParameters, "attitude.accelerometer_band_m_per_s2"),
        ("perception.yaml", PerceptionParameters, "attitude.reference_band_deg"),
        ("preview_walk.yaml", PreviewParameters, "swing.rise"),
        ("preview_walk.yaml", PreviewParameters, "press.time_ms"),
        ("preview_walk.yaml", PreviewParameters, "levelling.mean_time_ms"),
        ("kicks/stand.yaml", StandKickParameters, "interpolate_speed_deg_per_s"),
        ("walking/engine.yaml", WalkingParameters, "balance.fade_ms"),
        ("walking/engine.yaml", WalkingParameters, "footing.time_ms"),
        ("walking/engine.yaml", WalkingParameters, "step.duration_ms"),
        ("walking/engine.yaml", WalkingParameters, "delay.duration_ms"),
        ("walking/engine.yaml", WalkingParameters, "rising.speed_deg_per_s"),
    ],
)
def test_a_divisor_of_zero_is_refused(tmp_path: Path, file: str, cls: type[Any], path: str) -> None:
    over = tmp_path / "over.yaml"
    group, _, key = path.rpartition(".")
    over.write_text(f"{group}: {{{key}: 0}}" if group else f"{key}: 0")
    with pytest.raises(ConfigError) as caught:
        load(config_folder() / file, cls, overrides=[over])
    assert [problem.path for problem in caught.value.problems] == [path]
