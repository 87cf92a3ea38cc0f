"""The mirror image of a block equals what the engine plays when it mirrors the robot."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.compensation import compensate, observed_by
from motions.keyframes.engine.joint_errors import JointErrors
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.parameters import TrendFilter
from motions.keyframes.engine.player import Player
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.motions.conditions import QUANTITIES, Condition, Conditions
from motions.keyframes.motions.keyframe import (
    BalanceMode,
    BalanceShare,
    Compensation,
    JointShare,
    Keyframe,
    KeyframeBalance,
    Wait,
)
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.mirrored import mirrored_block
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.kinematics.mirror import mirror_joints
from tests.motions.keyframes.interchange.made import teams
from tests.motions.keyframes.made import BLOCKS, MOTIONS, NAO, PARAMETERS, block, keyframe, leaning

FILTER = TrendFilter(slow=0.4, fast=0.9)


def commands(blocks: dict[str, Block], name: str, *, mirrored: bool) -> list[tuple[float, ...]]:
    """Play a block on a slowly swaying robot, or its image on the mirrored robot."""
    played = {"played": KeyframeMotion((name,))}  # some blocks are only reached by branches
    player = Player(NAO, MotionLibrary(NAO, MOTIONS | played, blocks), PARAMETERS)
    positions = tuple(0.01 * joint for joint in range(JOINT_COUNT))
    start = mirror_joints(NAO.mirror, positions) if mirrored else positions
    side = -1.0 if mirrored else 1.0
    found = []
    player.start("played", start, limits=False)
    for cycle in range(150):
        lag = tuple(value * (1.0 - 0.001 * cycle) for value in start)
        state = leaning(10, side * 0.1 * cycle, positions=lag, com=(0.01, side * 0.02, 0.03))
        body = body_of(state, PARAMETERS.engine.support_polygon, None)
        player.update(body, 0)
        found.append(player.step(body).positions)
    return found


@pytest.mark.parametrize("name", sorted(BLOCKS))
def test_the_image_of_a_block_commands_mirrored_joints(name: str) -> None:
    as_written = commands(dict(BLOCKS), name, mirrored=False)
    images = {key: mirrored_block(item, NAO) for key, item in BLOCKS.items()}
    image = commands(images, name, mirrored=True)
    for one, other in zip(as_written, image, strict=True):
        assert mirror_joints(NAO.mirror, other) == pytest.approx(one, abs=1e-9)


def test_the_image_of_a_keyframe_names_the_other_side() -> None:
    lifted = replace(keyframe(0.0), label="left leg up, right heel to the hip, upright")
    assert image_of(lifted).label == "right leg up, left heel to the hip, upright"


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(teams())
def test_the_image_of_an_image_is_the_block(team: Team) -> None:
    for item in team.blocks.values():
        again = mirrored_block(mirrored_block(item, NAO), NAO)
        for one, other in zip(item.keyframes, again.keyframes, strict=True):
            assert other.angles.keys() == one.angles.keys()
            assert other.branches == one.branches
            assert other.wait == one.wait
            assert other.balance == one.balance
            assert other.torso == one.torso


@pytest.mark.parametrize(("start", "full"), [(1.0, 10.0), (-10.0, -1.0), (-4.0, 8.0)])
def test_the_image_of_a_roll_compensation_corrects_the_other_side(
    start: float, full: float
) -> None:
    entry = Compensation(
        start * 0.01, full * 0.01, (JointShare(Joint.L_ANKLE_ROLL, 0.5),), observe=Joint.L_HIP_ROLL
    )
    (image,) = image_of(keyframe(0.0, compensation=(entry,))).compensation
    assert image.observe == Joint.R_HIP_ROLL
    assert image.apply[0].joint == Joint.R_ANKLE_ROLL
    # the correction is full * factor; the one of a roll changes its sign
    assert image.full * image.apply[0].factor == pytest.approx(-entry.full * 0.5)


RANGES = [(0.02, 0.1), (-0.02, -0.1), (0.1, 0.02), (-0.1, 0.02), (-0.02, 0.1), (0.1, 0.0)]


@pytest.mark.parametrize("observed", [Joint.L_HIP_ROLL, Joint.L_HIP_PITCH, Joint.HEAD_YAW, None])
@pytest.mark.parametrize(("start", "full"), RANGES)
def test_the_image_of_a_compensation_shifts_mirrored_targets_for_a_mirrored_lag(
    start: float, full: float, observed: Joint | None
) -> None:
    entry = compensation(start, full, observed)
    (image,) = image_of(keyframe(0.0, compensation=(entry,))).compensation
    for lag in (-0.15, -0.06, -0.01, 0.01, 0.06, 0.15):
        measured = [0.0] * JOINT_COUNT
        measured[Joint.L_HIP_PITCH if observed is None else observed] = lag
        as_written = moved(entry, measured)
        assert mirror_joints(NAO.mirror, as_written) == pytest.approx(
            moved(image, mirror_joints(NAO.mirror, measured)), abs=1e-12
        )


@pytest.mark.parametrize("observed", [Joint.R_ANKLE_ROLL, Joint.R_KNEE_PITCH, None])
@pytest.mark.parametrize(("start", "full"), RANGES)
def test_the_image_of_the_image_of_a_compensation_is_the_compensation(
    start: float, full: float, observed: Joint | None
) -> None:
    entry = compensation(start, full, observed)
    (image,) = image_of(keyframe(0.0, compensation=(entry,))).compensation
    (again,) = image_of(keyframe(0.0, compensation=(image,))).compensation
    assert (again.start, again.full, again.observe) == (entry.start, entry.full, entry.observe)
    for one, other in zip(again.apply, entry.apply, strict=True):
        assert (one.joint, one.factor) == (other.joint, pytest.approx(other.factor))


def compensation(start: float, full: float, observed: Joint | None) -> Compensation:
    shares = (JointShare(Joint.L_ANKLE_ROLL, 0.5), JointShare(Joint.R_KNEE_PITCH, -0.25))
    return Compensation(start, full, shares, observed, hip_pitch_difference=observed is None)


def moved(entry: Compensation, measured: Sequence[float]) -> list[float]:
    """Return the shift of the targets where all joints were long commanded to zero, rad."""
    errors = JointErrors(3, 3.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    errors.observe(observed_by((entry,)))
    for _ in range(60):
        errors.update([0.0] * JOINT_COUNT, measured)
    targets = [0.0] * JOINT_COUNT
    compensate(targets, (entry,), errors, measured)
    return targets


@pytest.mark.parametrize(
    ("joint", "image", "turned"),
    [
        (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH, False),
        (Joint.R_ANKLE_ROLL, Joint.L_ANKLE_ROLL, True),
        (Joint.HEAD_YAW, Joint.HEAD_YAW, True),
        (Joint.HEAD_PITCH, Joint.HEAD_PITCH, False),
    ],
)
@pytest.mark.parametrize(
    ("mode", "opposite"),
    [
        (BalanceMode.ALL, BalanceMode.ALL),
        (BalanceMode.ONLY_POSITIVE, BalanceMode.ONLY_NEGATIVE),
        (BalanceMode.ONLY_NEGATIVE, BalanceMode.ONLY_POSITIVE),
        (BalanceMode.ABSOLUTE_POSITIVE, BalanceMode.ABSOLUTE_NEGATIVE),
        (BalanceMode.ABSOLUTE_NEGATIVE, BalanceMode.ABSOLUTE_POSITIVE),
    ],
)
def test_the_image_of_a_balancing_joint_swaps_its_mode_only_if_the_joint_turns_the_other_way(
    joint: Joint, image: Joint, turned: bool, mode: BalanceMode, opposite: BalanceMode
) -> None:
    """Forward stays forward in the mirror; left and right are swapped."""
    share = BalanceShare(joint, 0.3, mode)
    balance = KeyframeBalance(forward=(share,), sideways=(share,))
    found = image_of(keyframe(0.0, balance=balance, balance_phase="rise")).balance
    assert found is not None
    sign = -0.3 if turned else 0.3
    seen = opposite if turned else mode
    assert found.forward == (BalanceShare(image, sign, seen),)
    assert found.sideways == (BalanceShare(image, -sign, seen),)


@pytest.mark.parametrize("negate", [True, False])
@pytest.mark.parametrize("name", QUANTITIES)
def test_the_image_of_a_condition_tests_the_quantities_of_the_other_side(
    name: str, negate: bool
) -> None:
    """Left and right are swapped, and lateral quantities change their sign."""
    swapped = {"l": "r", "r": "l"}.get(name[0], "") + name[1:] if name[1] == "_" else name
    aside = ("torso_roll", "foot_support") + tuple(
        f"{side}_{what}" for side in "lr" for what in ("shoulder_roll", "wrist_y")
    )
    ranges = {swapped: (-0.3, -0.1) if name in aside else (0.1, 0.3)}
    wait = Wait(0.1, Conditions((Condition(negate=negate, **{name: (0.1, 0.3)}),)))
    image = image_of(keyframe(0.0, wait=wait)).wait
    assert image is not None
    assert image.until.conditions == (Condition(negate=negate, **ranges),)


def image_of(item: Keyframe) -> Keyframe:
    return mirrored_block(block(item), NAO).keyframes[0]
