"""The settings of a wheeled base come from several files."""

from pathlib import Path

import pytest

from hsm.errors import ConfigError
from hsm.settings.loader import config_folder
from hsm.simulated import base


def test_mistakes_in_all_files_of_a_base_are_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ("bases/pepper.yaml", "drive.yaml", "base_control.yaml", "base_plant.yaml")
    (tmp_path / "bases").mkdir()
    for file in files:
        text = (config_folder() / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(f"{text}mistake: 1\n", encoding="utf-8")
    monkeypatch.setattr(base, "config_folder", lambda: tmp_path)
    with pytest.raises(ConfigError) as caught:
        base.load_base("pepper")
    assert [problem.path for problem in caught.value.problems] == ["mistake"] * len(files)
