"""Floors of rooms are laid as patches, and a robot stands on them in physics."""

import numpy as np
import pytest

from hardware.props import Cable, Patch
from hardware.simulation.props.patches import inside
from hsm.control.assembly import load_settings
from hsm.errors import UnknownNameError
from hsm.simulated.floors import lay_floors
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import MotionRequest


def below(props: tuple[object, ...], x: float) -> list[float]:
    place = np.array([[x, 0.3]])
    return [each.friction for each in props if isinstance(each, Patch) and inside(each, place)[0]]


def test_turf_needs_no_props() -> None:
    assert lay_floors(()) == ()


def test_a_single_floor_covers_everything() -> None:
    props = lay_floors(["wood"])
    assert len(props) == 1
    assert below(props, -9.0) == below(props, 9.0) == [props[0].friction]  # type: ignore[attr-defined]


def test_several_floors_follow_each_other_in_order_without_gaps() -> None:
    props = lay_floors(["carpet", "tiles", "wood"])
    frictions = [below(props, x) for x in np.arange(-9.0, 9.0, 0.0501)]
    assert all(len(set(each)) == 1 for each in frictions)
    starts, after, then = (below(props, x)[0] for x in (0.0, 0.5, 1.0))
    (carpet,), (tiles,), (wood,) = (
        below(lay_floors([name]), 0.0) for name in ("carpet", "tiles", "wood")
    )
    assert (starts, after, then) == (carpet, tiles, wood)


def test_cables_lie_one_after_the_other_along_the_walk() -> None:
    cables = lay_floors((), cables=3)
    assert [type(each) for each in cables] == [Cable] * 3
    assert np.all(np.diff([each.x for each in cables]) > 0.2)


def test_an_unknown_floor_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="floor 'tile'") as error:
        lay_floors(["tile"])
    assert "carpet, tiles, wood" in error.value.hint


@pytest.mark.parametrize("floor", ["carpet", "tiles"])
def test_the_robot_stands_lower_on_carpet_and_higher_on_tiles_than_on_turf(floor: str) -> None:
    settings, plant = load_settings(), load_plant("ideal")

    def height(names: list[str]) -> float:
        simulation = Simulation(settings, plant, state="Stand.Normal", props=lay_floors(names))
        for _ in range(80):
            simulation.step(MotionRequest())
        return simulation.truth().torso_height

    sign = 1.0 if floor == "tiles" else -1.0
    assert sign * (height([floor]) - height([])) > 0.0002
