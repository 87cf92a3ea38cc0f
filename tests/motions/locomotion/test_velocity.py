import random

import pytest

from motions.locomotion.config import FeetConfig, read_config
from motions.locomotion.velocity import Shares, Velocity, to_shares, to_si

MICRO = 1e-6


@pytest.mark.parametrize(
    ("shares", "frequency", "config", "speed"),
    [
        ((1, 0, 0), 1, [], (0.095238, 0, 0)),
        ((1, 0, 0), 0, [], (0.066667, 0, 0)),
        ((-1, 0, 0), 1, [], (-0.095238, 0, 0)),
        ((0, 1, 0), 1, [], (0, 0.061905, 0)),
        ((0, 0.2, 0), 1, [], (0, 0.019048, 0)),
        ((0, 0, 1), 1, [], (0, 0, 0.830952)),
        ((0.5, 0, 0.6), 1, [], (0.047619, 0, 0.498571)),
        ((0.5, 0.5, -0.5), 0.5, [], (0.039216, 0.031373, -0.342157)),
        ((1, 0, 0), 1, [["MaxStepX", 0.08]], (0.190476, 0, 0)),
        ((0, 1, 0), 1, [["MaxStepY", 0.16]], (0, 0.085714, 0)),
    ],
)
def test_shares_of_the_longest_steps_give_a_speed(gait, shares, frequency, config, speed):
    feet = read_config([*config, ["Frequency", frequency]], gait, per_foot=True)
    made = to_si(Shares(*shares), feet, gait.fixed)
    assert (made.x, made.y, made.theta) == pytest.approx(speed, abs=MICRO)


def feet_of_chance(gait, chance: random.Random) -> FeetConfig:
    entries: list[list[object]] = [["Frequency", chance.random()]]
    for side in ("Left", "Right"):
        entries.append([f"{side}MaxStepX", chance.uniform(0.001, 0.08)])
        entries.append([f"{side}MaxStepY", chance.uniform(0.101, 0.16)])
        entries.append([f"{side}MaxStepTheta", chance.uniform(0.001, 0.5)])
        entries.append([f"{side}MaxStepFrequency", chance.random()])
    return read_config(entries, gait, per_foot=True)


def test_a_speed_is_converted_back_to_its_shares_for_any_two_feet(gait):
    chance = random.Random(1)
    for _ in range(2000):
        feet = feet_of_chance(gait, chance)
        shares = Shares(*(chance.uniform(-1.0, 1.0) for _ in range(3)))
        back = to_shares(to_si(shares, feet, gait.fixed), feet, gait.fixed)
        assert (back.x, back.y, back.theta) == pytest.approx(
            (shares.x, shares.y, shares.theta), abs=1e-9
        )


def test_a_speed_beyond_the_gait_is_more_than_a_full_share(gait):
    feet = read_config([], gait, per_foot=True)
    assert to_shares(Velocity(0.2, 0.0, 0.0), feet, gait.fixed).x == pytest.approx(2.1)
    assert to_shares(Velocity(0.2, 0.0, 0.0), feet, gait.fixed).clipped().x == 1.0
