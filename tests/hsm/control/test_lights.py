"""The lights: the eyes show the state, the chest flashes when the robot needs a person."""

import math

import pytest

from hardware.sensors_and_commands import DARK, Lights
from hsm.chart import Appearance
from hsm.chart.leaves import FAULT, GET_UP, LIMP_HOLD_UPRIGHT, ROBOT, STAND_NORMAL, WALK_STEPPING
from hsm.control.assembly import load_settings
from hsm.control.lights import LightParameters, StateLights, _eye
from hsm.states.catalogue import asks_for
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE
from tests.hsm.control.bench import Bench

BLINK = 1.0
MANY = [0.01 * step for step in range(400)]


@pytest.fixture(scope="module")
def lights() -> StateLights:
    asks = {leaf: leaf.name in asks_for() for leaf in ROBOT.leaves}
    return StateLights(asks, LightParameters(eyes=0.6, chest=1.0, blink=BLINK))


@pytest.mark.parametrize("leaf", ROBOT.leaves, ids=lambda leaf: leaf.name)
def test_every_state_lights_both_eyes_alike_and_no_other_head_light(
    lights: StateLights, leaf: object
) -> None:
    shown = lights.shown(leaf.path, 0.0)  # type: ignore[attr-defined]
    assert shown.left_eye == shown.right_eye
    assert 0.0 < max(shown.left_eye) <= 0.6
    assert shown.skull == DARK.skull and shown.left_ear == DARK.left_ear


def test_standing_walking_getting_up_and_fault_have_different_eyes(lights: StateLights) -> None:
    eyes = {
        lights.shown(leaf.path, 0.0).left_eye
        for leaf in (STAND_NORMAL, WALK_STEPPING, GET_UP.execute, FAULT)
    }
    assert len(eyes) == 4


def test_a_colour_is_saturated_and_a_grey_stays_grey() -> None:
    assert _eye(Appearance("", "#804040"), 1.0) == (1.0,) * 8 + (0.0,) * 16
    grey = _eye(Appearance("", "#c9ccd1"), 1.0)
    assert min(grey) > 0.7
    assert _eye(None, 1.0) == DARK.left_eye


def test_the_chest_flashes_half_of_the_time_in_states_that_need_a_person_only(
    lights: StateLights,
) -> None:
    asking = {
        leaf.name
        for leaf in ROBOT.leaves
        if any(lights.shown(leaf.path, time).chest != DARK.chest for time in MANY)
    }
    assert {FAULT.name, LIMP_HOLD_UPRIGHT.name, GET_UP.help_me.name} <= asking
    assert STAND_NORMAL.name not in asking and WALK_STEPPING.name not in asking
    flashes = [lights.shown(FAULT.path, time).chest[0] for time in MANY]
    assert math.isclose(sum(flashes) / len(flashes), 0.5, abs_tol=0.02)
    assert sum(a < b for a, b in zip(flashes, flashes[1:], strict=False)) == 3  # 4 s that begin lit


def test_the_lights_in_a_command_follow_the_state() -> None:
    settings = load_settings()
    bench = Bench(settings).standing()
    standing = bench.step(MotionRequest()).command.lights
    walking: Lights = DARK
    for outcome in bench.run(2.0, MotionRequest(Motion.WALK, forward=0.1)):
        if outcome.leaf == WALK_STEPPING.name:
            walking = outcome.command.lights
    assert standing.left_eye != walking.left_eye
    assert walking != DARK and standing.chest == DARK.chest


def test_a_robot_with_a_defect_flashes_its_chest() -> None:
    bench = Bench(load_settings()).standing()

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    bench.cycle._monitors.update = broken  # type: ignore[method-assign, assignment]
    chests = {outcome.command.lights.chest for outcome in bench.run(2.0, MotionRequest())}
    assert chests == {(1.0, 0.0, 0.0), DARK.chest}
    assert bench.positions == pytest.approx(STANCE, abs=0.3)
