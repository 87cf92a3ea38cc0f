"""A simulated wheeled base: it moves as its wheels turn, and reports wheels and gyro."""

import math
from dataclasses import replace

import pytest

from hardware.base import BaseCommand, BaseModel
from hardware.simulation.base import BasePlantParameters, SimulatedBase
from hsm.settings.loader import config_folder, load

PEPPER = load(config_folder() / "bases" / "pepper.yaml", BaseModel)
PLANT = load(config_folder() / "base_plant.yaml", BasePlantParameters)
EXACT = replace(PLANT, wheel_spread=0.0, gyro_gain=0.0, gyro_bias=0.0, gyro_noise=0.0, rolling=0.0)


def run(base: SimulatedBase, wheels: tuple[float, float, float], seconds: float) -> None:
    for _ in range(round(seconds / PEPPER.cycle)):
        base.receive()
        base.send(BaseCommand(wheels, stiff=True))


def test_equal_wheel_speeds_turn_the_base_by_the_ratio_of_radius_and_lever() -> None:
    base = SimulatedBase(PEPPER, EXACT)
    run(base, (2.0, 2.0, 2.0), 1.0)
    levers = [math.hypot(wheel.x, wheel.y) for wheel in PEPPER.wheels]
    truth = base.truth()
    least, most = (2.0 * PEPPER.wheel_radius / lever for lever in (max(levers), min(levers)))
    assert least <= truth.turn <= most
    assert math.hypot(truth.x, truth.y) < 0.01


def test_opposite_front_wheels_drive_the_base_forward() -> None:
    base = SimulatedBase(PEPPER, EXACT)
    wheel = math.cos(PEPPER.wheels[1].rolls) * 0.2 / PEPPER.wheel_radius
    run(base, (-wheel, wheel, 0.0), 1.5)
    truth = base.truth()
    assert (truth.vx, truth.vy) == pytest.approx((0.2, 0.0), abs=1e-3)
    assert abs(truth.heading) < 1e-3


def test_no_wheel_exceeds_its_force() -> None:
    base = SimulatedBase(PEPPER, EXACT)
    run(base, (-50.0, 50.0, 0.0), 0.2)
    truth = base.truth()
    most = 2.0 * math.cos(PEPPER.wheels[1].rolls) * PLANT.largest_push / PEPPER.mass
    assert 0.0 < truth.vx <= most * 0.2


def test_wheels_without_power_roll_freely() -> None:
    base = SimulatedBase(PEPPER, EXACT)
    base.push = (28.0, 0.0, 0.0)
    for _ in range(50):
        base.receive()
        base.send(BaseCommand((0.0, 0.0, 0.0), stiff=False))
    assert base.truth().vx == pytest.approx(1.0 * 50 * PEPPER.cycle, rel=1e-3)


@pytest.mark.parametrize("missed", [(), (4, 5, 6)])
@pytest.mark.parametrize("delay", [0, 1, 2, 5])
def test_a_command_acts_after_its_delay_even_if_earlier_ones_are_missing(
    delay: int, missed: tuple[int, ...]
) -> None:
    base = SimulatedBase(PEPPER, replace(EXACT, delay=delay))
    still, turning = (BaseCommand((speed,) * 3, stiff=True) for speed in (0.0, 2.0))
    moved = []
    for cycle in range(20):
        base.receive()
        moved.append(base.truth().turn > 1e-6)
        if cycle not in missed:
            base.send(turning if cycle >= 10 else still)
    assert moved == [cycle > 10 + delay for cycle in range(20)]


def test_encoders_measure_its_path_and_the_gyro_its_turn() -> None:
    base = SimulatedBase(PEPPER, EXACT)
    turned = 0.0
    for _ in range(100):
        frame = base.receive()
        assert frame is not None
        turned += frame.gyro * PEPPER.cycle
        base.send(BaseCommand((3.0, 1.0, 2.0), stiff=True))
    assert turned == pytest.approx(base.truth().heading, abs=1e-9)
    count = 2.0 * math.pi / PLANT.encoder_counts
    assert all(abs(wheel / count - round(wheel / count)) < 1e-6 for wheel in frame.wheels)


def test_bases_differ_and_the_same_base_with_the_same_seed_repeats_itself() -> None:
    def end(robot: int, seed: int) -> object:
        base = SimulatedBase(PEPPER, PLANT, robot=robot, seed=seed)
        run(base, (3.0, 1.0, 2.0), 1.0)
        return base.receive(), base.truth()

    assert end(1, 2) == end(1, 2)
    assert end(1, 2) != end(2, 2) and end(1, 2) != end(1, 3)


def test_time_steps_that_do_not_divide_a_cycle_are_refused() -> None:
    with pytest.raises(ValueError, match=r"divide the cycle of 20 ms \(got 3\)"):
        SimulatedBase(PEPPER, replace(PLANT, substep=3e-3))
