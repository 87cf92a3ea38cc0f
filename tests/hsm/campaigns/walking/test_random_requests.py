"""Random requests: within the profile, held for two seconds, the same for the same seed."""

import numpy as np
import pytest

from hsm.campaigns.walking.random_requests import EVERY, RandomRequests
from hsm.settings.loader import config_folder, load
from motions.requests import MotionRequest
from motions.walking.parameters import SpeedProfile


@pytest.fixture(scope="module")
def profile() -> SpeedProfile:
    return load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)


def drawn(profile: SpeedProfile, seed: int, count: int = 400) -> list[MotionRequest]:
    requests = RandomRequests(profile, np.random.default_rng(seed))
    return [requests(EVERY * index) for index in range(count)]


def test_requests_lie_in_the_box_of_the_profile(profile: SpeedProfile) -> None:
    for request in drawn(profile, 1):
        assert -profile.backward <= request.forward <= profile.forward
        assert abs(request.left) <= profile.side
        assert abs(request.turn) <= profile.turn


def test_one_request_in_eight_stops(profile: SpeedProfile) -> None:
    stops = sum(not request.wants_to_move for request in drawn(profile, 2))
    assert 30 <= stops <= 70


def test_a_request_is_held_for_two_seconds(profile: SpeedProfile) -> None:
    requests = RandomRequests(profile, np.random.default_rng(3))
    first = requests(0.0)
    assert requests(EVERY - 0.012) is first
    assert requests(EVERY) is not first


def test_the_same_seed_asks_the_same(profile: SpeedProfile) -> None:
    assert drawn(profile, 4) == drawn(profile, 4)
    assert drawn(profile, 4) != drawn(profile, 5)
