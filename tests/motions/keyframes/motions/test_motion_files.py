"""Every motion of the project is feasible for the robot and mirrors exactly."""

import math

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.player import Player
from motions.keyframes.motions.library import Frame
from motions.kinematics.mirror import mirror_joints
from motions.requests import Dive
from tests.motions.keyframes.made import (
    BLOCKS,
    LIBRARY,
    MOTIONS,
    NAO,
    PARAMETERS,
    leaning,
    quantities,
)


def frames_of(motion: str) -> list[Frame]:
    return [frame for block in LIBRARY.motions[motion].blocks for frame in block.frames]


@pytest.mark.parametrize("motion", sorted(MOTIONS))
def test_a_motion_can_fail(motion: str) -> None:
    windows = [f.source.torso or f.source.torso_start for f in frames_of(motion)]
    assert any(windows) or MOTIONS[motion].follow_ups


@pytest.mark.parametrize("name", ["stand", "get_up_front", "rise_from_front"])
def test_the_get_up_motions_end_in_the_stance_of_the_walk(name: str) -> None:
    legs = [-20.76, 48.23, -27.46]
    last = frames_of(name)[-1].targets
    for side in "LR":
        found = [last[Joint[f"{side}_{part}_PITCH"]] for part in ("HIP", "KNEE", "ANKLE")]
        assert [math.degrees(float(angle)) for angle in found] == pytest.approx(legs)


@pytest.mark.parametrize(
    ("pitch_deg", "ahead_mm", "again"),
    [(88, -9, False), (92, 10, False), (90, 25, True), (94, -5, True), (116, 103, True)],
)
def test_hands_stay_on_the_ground_until_the_weight_is_over_the_feet(
    pitch_deg: float, ahead_mm: float, again: bool
) -> None:
    last = next(k for k in BLOCKS["rise_from_front"].keyframes if k.label.startswith("hands off"))
    (branch,) = last.branches
    assert branch.to_block == "push_again" and branch.at_end is not None
    seen = quantities(torso_pitch=math.radians(pitch_deg), com_outside_x=1e-3 * ahead_mm)
    assert branch.at_end.hold(seen) is again


def test_every_block_is_used_by_some_motion() -> None:
    used = {name for motion in MOTIONS.values() for name in motion.blocks}
    used |= {
        b.to_block
        for item in BLOCKS.values()
        for k in item.keyframes
        for b in k.branches
        if b.to_block
    }
    assert used == set(BLOCKS)


def test_every_motion_is_reached_from_the_parameters_or_a_request() -> None:
    own = PARAMETERS.engine
    reached = {own.stand, own.sit_down, *(choice.motion for choice in own.get_up)}
    reached |= set(own.specials)
    reached |= {own.dives.motion(dive) for dive in Dive}
    for _ in MOTIONS:
        reached |= {f.motion for name in reached for f in MOTIONS[name].follow_ups}
    assert reached == set(MOTIONS)


@pytest.mark.parametrize("motion", sorted(MOTIONS))
def test_a_mirrored_robot_is_commanded_mirrored_joints(motion: str) -> None:
    positions = tuple(0.02 * joint for joint in range(JOINT_COUNT))
    states = (
        leaning(10, 5, positions=positions, com=(0.01, 0.02, 0.03)),
        leaning(10, -5, positions=mirror_joints(NAO.mirror, positions), com=(0.01, -0.02, 0.03)),
    )
    players = [Player(NAO, LIBRARY, PARAMETERS) for _ in states]
    for player in players:
        player.start(motion, positions, limits=False)
    for _ in range(300):
        commands = []
        for player, state, mirrored in zip(players, states, (False, True), strict=True):
            body = body_of(
                state, PARAMETERS.engine.support_polygon, NAO.mirror if mirrored else None
            )
            player.update(body, 0)
            commands.append(player.step(body).positions)
        assert commands[0] == pytest.approx(commands[1], abs=1e-9)
