"""Pairs of thresholds in the wrong order are refused in their file."""

from pathlib import Path
from typing import Any

import pytest

from hsm.control.thresholds import FactParameters
from motions.energy_saving import EnergySavingParameters
from motions.keyframes.engine.parameters import BalanceParameters, EngineParameters
from motions.walking.configuration import WalkingParameters
from tests.hsm.settings.mistaken import only_problem

FACTS, ENGINE, WALK = "facts.yaml", "keyframes/engine.yaml", "walking/engine.yaml"
BALANCE = "keyframes/balance.yaml"


@pytest.mark.parametrize(
    ("file", "cls", "written", "instead", "told"),
    [
        (FACTS, FactParameters, "lost_after_ms: 100", "lost_after_ms: 1100", "link: 'off_after'"),
        (FACTS, FactParameters, "tilted_roll_deg: 22", "tilted_roll_deg: 19", "'upright_roll'"),
        (FACTS, FactParameters, "tilted_pitch_deg: 32", "tilted_pitch_deg: 29", "'upright_pitch'"),
        (FACTS, FactParameters, "calm_below_deg_per_s: 10", "calm_below_deg_per_s: 13", "'calm_b"),
        (
            FACTS,
            FactParameters,
            "above_mm: 225",
            "above_mm: 205",
            "squat: 'above' must be at least",
        ),
        (BALANCE, BalanceParameters, "beyond_mm: [15, 45]", "beyond_mm: [45, 15]", "smaller value"),
        (ENGINE, EngineParameters, "driving_a: 0.3", "driving_a: 0.01", "at least 'idle'"),
        (ENGINE, EngineParameters, "max_time_ms: 1500", "max_time_ms: 100", "at least 'min_time'"),
        (
            "energy_saving.yaml",
            EnergySavingParameters,
            "legs_far_a: 0.3",
            "legs_far_a: 0",
            "'legs'",
        ),
        (
            WALK,
            WalkingParameters,
            "longest: 1.3",
            "longest: 0.6",
            "sag: 'longest' must be at least",
        ),
        (
            WALK,
            WalkingParameters,
            "max_duration_ms: 2500",
            "max_duration_ms: 900",
            "rising: 'max_duration' must be at least 'min_duration'",
        ),
        (
            WALK,
            WalkingParameters,
            "safe: [0.25, 0.6]",
            "safe: [0.6, 0.6]",
            "knee_hip_rescue: the range 'safe' must begin below its end",
        ),
    ],
)
def test_thresholds_in_the_wrong_order_are_refused(
    tmp_path: Path, file: str, cls: type[Any], written: str, instead: str, told: str
) -> None:
    problem, _ = only_problem(tmp_path, file, cls, written, instead)
    assert told in str(problem)
