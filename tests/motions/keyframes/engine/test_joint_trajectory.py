"""The trajectory of the joints between two keyframes."""

import math

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.joint_trajectory import JointTrajectory
from motions.keyframes.motions.keyframe import (
    BalanceShare,
    Compensation,
    Held,
    JointShare,
    Keyframe,
    KeyframeBalance,
    Limb,
)
from motions.keyframes.motions.library import Frame, MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.keyframes.motions.posture import joints_of
from tests.fakes import NAO
from tests.motions.keyframes.made import PARAMETERS, block, keyframe

START = tuple(0.01 * joint for joint in range(JOINT_COUNT))
STIFF = (1.0,) * JOINT_COUNT
YAW, KNEE = Joint.HEAD_YAW, Joint.L_KNEE_PITCH


def frames(made: Block) -> tuple[Frame, ...]:
    library = MotionLibrary(NAO, {"motion": KeyframeMotion(("main",))}, {"main": made})
    return tuple(library.motions["motion"].blocks[0].frames)


def begun(*observed: int) -> JointTrajectory:
    course = JointTrajectory(NAO, PARAMETERS.engine)
    course.begin(START, frozenset(observed))
    return course


def head(yaw: float | Held) -> Keyframe:
    return Keyframe(duration=0.12, angles={Limb.HEAD: (yaw, 0.0)}, label="")


def test_named_joints_move_from_start_to_target_and_other_joints_stay() -> None:
    course = begun()
    (frame,) = frames(block(keyframe(1.0)))
    course.load(frame)
    for ratio in (0.25, 1.0):
        pose = course.move(ratio, START, STIFF)
        assert pose[YAW] == pytest.approx(START[YAW] + ratio * (1.0 - START[YAW]))
        assert pose[KNEE] == START[KNEE]
        assert pose == course.pose


def test_a_limp_joint_is_at_its_measured_angle_and_continues_from_there() -> None:
    course = begun()
    first, second = frames(block(keyframe(1.0), keyframe(0.0)))
    course.load(first)
    measured = tuple(0.5 for _ in START)
    limp = tuple(0.0 if joint == YAW else 1.0 for joint in range(JOINT_COUNT))
    assert course.move(0.5, measured, limp)[YAW] == 0.5
    course.load(second)
    assert course.move(0.5, measured, STIFF)[YAW] == pytest.approx(0.25)


def test_a_held_joint_keeps_its_output_and_one_that_is_off_keeps_its_pose() -> None:
    """They differ by the balance: a held joint includes it, a joint that is off does not."""
    balance = KeyframeBalance(forward=(BalanceShare(YAW, 1.0),))
    for held, kept in ((Held.HOLD, 0.7), (Held.OFF, 1.0)):
        course = begun()
        first, second = frames(
            block(keyframe(1.0, balance=balance, balance_phase="rise"), head(held))
        )
        course.load(first)
        output = course.move(1.0, START, STIFF)
        output[YAW] -= 0.3
        course.output = tuple(output)
        course.load(second)
        assert course.move(0.0, START, STIFF)[YAW] == pytest.approx(0.7)
        assert course.move(1.0, START, STIFF)[YAW] == pytest.approx(kept)


def test_a_joint_that_continues_balancing_starts_from_its_unbalanced_pose() -> None:
    balance = KeyframeBalance(sideways=(BalanceShare(YAW, 1.0),))
    first, second = frames(
        block(*(keyframe(yaw, balance=balance, balance_phase="rise") for yaw in (1.0, 0.0)))
    )
    course = begun()
    course.load(first)
    output = course.move(1.0, START, STIFF)
    course.output = (output[0] - 0.3, *output[1:])
    course.load(second)
    assert course.move(0.0, START, STIFF)[YAW] == pytest.approx(1.0)


def test_the_reported_error_of_a_joint_is_not_predicted() -> None:
    """A constant request that the joint approaches: some error is left."""
    course = begun(int(YAW))
    (frame,) = frames(block(keyframe(START[YAW])))
    course.load(frame)
    errors = []
    for cycle in range(40):
        measured = (START[YAW] - math.exp(-0.2 * cycle), *START[1:])
        course.move(1.0, measured, STIFF)
        errors.append(course.error(YAW))
    assert min(errors[12:30]) > 0.0
    assert errors[35] == pytest.approx(math.exp(-0.2 * 35), rel=0.5)


def test_a_keyframe_left_before_it_corrected_anything_leaves_nothing_to_remove() -> None:
    """The joint lags far behind, but no correction has reached the targets yet."""
    entry = Compensation(0.0, 0.1, (JointShare(KNEE, 1.0),), observe=YAW)
    first, second = frames(block(keyframe(0.5, compensation=(entry,)), keyframe(0.5)))
    course = begun(int(YAW))
    course.load(first)
    course.load(second)
    for _ in range(3):
        assert course.move(1.0, START, STIFF)[KNEE] == START[KNEE]


@pytest.mark.parametrize("release_step", [None, 1.0])
def test_an_inherited_correction_is_removed_as_its_joint_catches_up(
    release_step: float | None,
) -> None:
    """The knee was moved by the error of the head, 0.2 rad; once the head arrives it returns."""
    entry = Compensation(0.0, 0.2, (JointShare(KNEE, 1.0),), observe=YAW)
    named: dict[Limb, tuple[float | Held, ...]] = {
        limb: tuple(START[joint] for joint in joints_of(NAO)[limb])
        for limb in (Limb.HEAD, Limb.LEFT_LEG)
    }
    first = Keyframe("", 0.12, named, compensation=(entry,), release_step=release_step)
    one, other = frames(block(first, Keyframe("", 0.12, named)))
    course = begun(int(YAW))
    course.load(one)
    behind = (START[YAW] - 0.2, *START[1:])
    for _ in range(60):
        pose = course.move(1.0, behind, STIFF)
    assert pose[KNEE] == pytest.approx(START[KNEE] + 0.2)
    course.output = tuple(pose)
    course.load(other)
    assert course.move(0.0, behind, STIFF)[KNEE] == pytest.approx(START[KNEE] + 0.2)
    for _ in range(60):
        pose = course.move(0.0, START, STIFF)
    assert pose[KNEE] == pytest.approx(START[KNEE])


def test_an_inherited_correction_stays_over_a_change_of_motion_while_its_joint_lags() -> None:
    entry = Compensation(0.0, 0.2, (JointShare(Joint.HEAD_PITCH, 1.0),), observe=YAW)
    first, second = frames(block(keyframe(0.5, compensation=(entry,)), keyframe(0.5)))
    course = begun(int(YAW))
    course.load(first)

    def moved(ratio: float) -> float:
        course.output = tuple(course.move(ratio, (course.output[YAW] - 0.2, *START[1:]), STIFF))
        return course.output[Joint.HEAD_PITCH]

    for _ in range(60):
        corrected = moved(1.0)
    assert corrected == pytest.approx(0.2)
    course.watch(frozenset())
    course.load(second)
    assert [moved(0.0) for _ in range(10)] == pytest.approx([0.2] * 10)


def test_a_trajectory_that_has_not_begun_is_at_rest_in_the_zero_pose() -> None:
    course = JointTrajectory(NAO, PARAMETERS.engine)
    assert course.output == tuple(course.pose) == (0.0,) * JOINT_COUNT
