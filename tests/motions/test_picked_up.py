"""The return of the feet in the air: limited speed, and when they have arrived."""

import math

import pytest

from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS
from hardware.sensors_and_commands import CYCLE, JointCommand
from hsm.control.assembly import MotionSettings
from motions.picked_up import FeetReturn
from motions.walking.engine import WalkingEngine
from motions.walking.placement import FeetPlacement
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import NAO


@pytest.fixture(scope="module")
def placement(settings: MotionSettings) -> FeetPlacement:
    return WalkingEngine(settings.robot, settings.walking, settings.profile).placement


STEP = FeetOffsets(
    FootOffset(0.06, 0.03, 0.02, 0.05, -0.05), FootOffset(-0.06, -0.02, 0.0, 0.0, 0.0), 0.2
)


def begun(settings: MotionSettings, placement: FeetPlacement, feet: FeetOffsets) -> FeetReturn:
    found = FeetReturn(NAO, placement, settings.walking.stiffness, settings.states.picked_up)
    found.begin(JointCommand(tuple(placement.joints(feet)), (1.0,) * JOINT_COUNT))
    return found


def test_the_feet_return_to_the_stance(settings: MotionSettings, placement: FeetPlacement) -> None:
    returning = begun(settings, placement, STEP)
    cycles = 0
    while not returning.done:
        last = returning.command()
        cycles += 1
    assert cycles * CYCLE < 1.0
    limits = settings.states.picked_up
    offsets = placement.offsets(last.positions)
    for foot in (offsets.left, offsets.right):
        assert abs(foot.forward) < limits.near + 1e-4
        assert abs(foot.side) < limits.near_side + 1e-4


def test_no_foot_is_faster_than_allowed(settings: MotionSettings, placement: FeetPlacement) -> None:
    returning = begun(settings, placement, STEP)
    before = STEP
    while not returning.done:
        feet = placement.offsets(returning.command().positions)
        for one, other in ((before.left, feet.left), (before.right, feet.right)):
            assert (
                abs(other.forward - one.forward) <= settings.states.picked_up.speed * CYCLE + 1e-4
            )
            assert abs(other.side - one.side) <= settings.states.picked_up.speed * CYCLE + 1e-4
        before = feet


def test_the_first_command_continues_the_last_one(
    settings: MotionSettings, placement: FeetPlacement
) -> None:
    start = placement.joints(STEP)
    first = begun(settings, placement, STEP).command().positions
    assert max(abs(a - b) for a, b in zip(start, first, strict=True)) < math.radians(2.0)


def test_the_legs_are_soft(settings: MotionSettings, placement: FeetPlacement) -> None:
    command = begun(settings, placement, STEP).command()
    assert {command.stiffness[joint] for joint in LEG_JOINTS} == {0.3}


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("way", "size"),
    [
        ("forward", 0.006),
        ("lift", 0.006),
        ("side", 0.0003),
        ("roll", math.radians(2.1)),
        ("pitch", math.radians(2.1)),
    ],
)
def test_a_foot_off_the_stance_has_not_arrived(
    settings: MotionSettings, placement: FeetPlacement, way: str, size: float, sign: float
) -> None:
    out = FootOffset(**{way: sign * size})
    for feet in (FeetOffsets(out, FootOffset()), FeetOffsets(FootOffset(), out)):
        assert not begun(settings, placement, feet).done


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_turned_feet_have_not_arrived(
    settings: MotionSettings, placement: FeetPlacement, sign: float
) -> None:
    turned = FeetOffsets(FootOffset(), FootOffset(), turn=sign * math.radians(2.1))
    assert not begun(settings, placement, turned).done


def test_feet_in_the_stance_have_arrived(
    settings: MotionSettings, placement: FeetPlacement
) -> None:
    assert begun(settings, placement, FeetOffsets(FootOffset(), FootOffset())).done
