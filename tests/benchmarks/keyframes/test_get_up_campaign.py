"""How often our motions stand a robot up: the figures of `motions/keyframes/README.md`."""

import pytest

from hardware.simulation.postures import Posture
from motions.keyframes.engine import Program
from tests.motions.keyframes.lying import Result, Trial, plant

pytestmark = pytest.mark.benchmark

TRIALS = 40
INDIVIDUALS = 10
LYING = {
    "front": Posture.LYING_FRONT,
    "back": Posture.LYING_BACK,
    "left": Posture.LYING_LEFT,
    "right": Posture.LYING_RIGHT,
}


def failures(results: dict[str, Result], name: str) -> list[str]:
    """Print how a campaign went and return what failed."""
    stood = [result for result in results.values() if result.stood]
    times = sorted(result.time for result in stood)
    first = sum(result.tries == 1 for result in stood)
    median = times[len(times) // 2] if times else float("nan")
    print(f"{name}: {len(stood)}/{len(results)}, first try {first}, median {median:.1f} s")
    return [f"{which}: {result}" for which, result in results.items() if not result.stood]


@pytest.mark.parametrize("side", list(LYING))
@pytest.mark.parametrize(("name", "wanted"), [("standard", 36), ("worn", 30)])
def test_nearly_every_lying_robot_stands_up_within_12_seconds(
    name: str, wanted: int, side: str
) -> None:
    results = {
        f"trial {number}": Trial(
            plant(name), LYING[side], robot=number % INDIVIDUALS, seed=number
        ).play(Program.GET_UP, stay=2.0)
        for number in range(TRIALS)
    }
    failed = failures(results, f"{name} {side}")
    assert TRIALS - len(failed) >= wanted, failed


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_get_up_does_not_hang_on_one_ground_or_one_temperature(side: str) -> None:
    results = {
        f"friction {friction}, {winding} C, robot {robot}": Trial(
            plant("standard", friction=friction, winding=winding),
            LYING[side],
            robot=robot,
            seed=100 + robot,
        ).play(Program.GET_UP)
        for friction in (0.4, 0.6, 0.75, 0.9)
        for winding in (40.0, 75.0, 90.0)
        for robot in range(3)
    }
    failed = failures(results, f"grid {side}")
    assert len(failed) <= 3, failed
