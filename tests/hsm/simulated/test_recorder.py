"""The recording of a run in physics."""

from pathlib import Path
from typing import Any

import pytest

from hsm.playing import play
from hsm.runs.reader import read_run
from hsm.runs.truth import TruthWriter, remarks, truth_of
from hsm.runs.writer import RunWriter


def test_a_run_interrupted_between_its_two_files_does_not_lack_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def interrupted(kind: type[RunWriter] | type[TruthWriter]) -> None:
        whole = kind.add

        def add(writer: Any, *cycle: Any) -> None:
            nonlocal calls
            calls += 1
            if calls == 42:  # the second of the two records of cycle 21
                raise KeyboardInterrupt
            whole(writer, *cycle)

        monkeypatch.setattr(kind, "add", add)

    interrupted(RunWriter)
    interrupted(TruthWriter)
    with pytest.raises(KeyboardInterrupt):
        play("kick_in_the_walk", record=tmp_path)
    run = read_run(tmp_path / "run.hsm")
    assert len(run.rows) >= 20
    assert remarks(run, truth_of(run)) == ()
