"""The simulation as an API: copies behave identically, and invalid arguments are refused."""

import copy
import math
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from hardware.disturbances import Push
from hardware.props import Ball
from hardware.robots.nao import Joint
from hsm.control.assembly import build_cycle, load_settings
from hsm.errors import HsmError, UnknownNameError
from hsm.settings.loader import config_folder
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest

SETTINGS, PLANT = load_settings(), load_plant("standard")
WALK = MotionRequest(Motion.WALK, forward=0.2)


def steps(simulation: Simulation, count: int) -> list[tuple[str, tuple[float, ...]]]:
    """Walk on and return leaf and commanded positions of every cycle."""
    made = [simulation.step(WALK) for _ in range(count)]
    return [(outcome.leaf, outcome.command.positions) for outcome in made]


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda simulation: pickle.loads(pickle.dumps(simulation))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_continues_like_the_original_and_independently_of_it(
    copied: Callable[[Simulation], Simulation],
) -> None:
    simulation = Simulation(
        SETTINGS, PLANT, robot=3, seed=5, state="Stand.Normal", props=[Ball(1.0, 0.2)], sight=True
    )
    steps(simulation, 80)
    other = copied(simulation)
    assert (other.time, other.started_in) == (simulation.time, "Stand.Normal")
    went = steps(other, 60)
    assert steps(simulation, 60) == went
    assert other.truth() == simulation.truth()


def test_a_control_cycle_cannot_be_copied() -> None:
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.deepcopy(build_cycle(SETTINGS))


def test_a_simulation_with_a_link_cannot_be_copied() -> None:
    with pytest.raises(TypeError, match="with a link cannot be copied"):
        copy.deepcopy(Simulation(SETTINGS, PLANT, link=lambda robot: robot))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"settings": None}, r"expected settings such as load_settings\(\), got None"),
        ({"plant": "standard"}, r"expected a plant such as load_plant\('standard'\), got 'sta"),
        (
            {"posture": "lying_front"},
            "Posture.LYING_FRONT, .* or angles by joint, got 'lying_front",
        ),
        ({"state": 3}, "expected the name of a state or None, got 3"),
        ({"props": [1]}, r"expected a prop such as Ball\(1.0, 0.0\), got 1"),
        ({"props": Ball(1.0, 0.0)}, r"expected a list of props, got Ball"),
    ],
)
def test_an_argument_of_a_wrong_type_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        Simulation(**{"settings": SETTINGS, "plant": PLANT, **given})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"posture": {"l_knee_pitch": 1.0}}, "expected joints such as Joint.L_KNEE_PITCH, got 'l"),
        ({"posture": {Joint.L_KNEE_PITCH: math.nan}}, "l_knee_pitch to be from -pi to pi rad, got"),
        ({"posture": {Joint.L_KNEE_PITCH: 9.0}}, "l_knee_pitch to be from -pi to pi rad, got 9.0"),
        ({"disturb_limbs": math.nan}, "expected disturb_limbs to be from 0 to pi rad, got nan"),
    ],
)
def test_an_impossible_posture_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises((TypeError, ValueError), match=sentence):
        Simulation(SETTINGS, PLANT, **given)


@pytest.mark.parametrize("friction", [-1.0, math.nan, "high"])
def test_a_plant_with_invalid_values_is_refused(friction: Any) -> None:
    slippery = replace(PLANT, turf=replace(PLANT.turf, friction=friction))
    with pytest.raises(ValueError, match=r"turf\.friction is"):
        Simulation(SETTINGS, slippery)


def test_a_plant_that_loses_every_frame_is_refused() -> None:
    silent = replace(PLANT, delays=replace(PLANT.delays, frame_drop=1.0))
    with pytest.raises(ValueError, match=r"delays\.frame_drop is 1\.0; expected .* and below 1"):
        Simulation(SETTINGS, silent, state="Stand.Normal")


@pytest.mark.parametrize("after", [-1.0, math.nan, math.inf, "3", None])
def test_a_negative_or_non_finite_delay_is_refused(after: Any) -> None:
    with pytest.raises(ValueError, match="expected after to be a number of at least 0 s"):
        Simulation(SETTINGS, PLANT).disturb(Push(0.0, 1.0), after=after)


def test_parameters_can_be_loaded_from_a_copy_of_the_config_folder(tmp_path: Path) -> None:
    own = copytree(config_folder(), tmp_path / "own")
    (own / "plants" / "ice.yaml").write_text("like: standard\nturf: {friction: 0.1}\n")
    for folder in (own, str(own)):
        assert load_plant("ice", folder).turf.friction == 0.1
        assert load_settings("fast", folder) == load_settings("fast")
    with pytest.raises(UnknownNameError, match="unknown plant 'ice'"):
        load_plant("ice")


@pytest.mark.parametrize("load", [load_plant, load_settings])
def test_a_missing_config_folder_is_refused_by_name(
    load: Callable[..., object], tmp_path: Path
) -> None:
    with pytest.raises(HsmError, match=r"nowhere: there is no such folder; expected a copy of con"):
        load("standard", folder=tmp_path / "nowhere")


def test_a_path_in_place_of_a_plants_name_is_refused() -> None:
    with pytest.raises(TypeError, match="expected the name of a plant, such as 'standard', got"):
        load_plant(Path("worn.yaml"))  # type: ignore[arg-type]
