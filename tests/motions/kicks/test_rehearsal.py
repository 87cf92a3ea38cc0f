"""Kicks rehearsed without physics: impossible moves are found and located."""

import math
from dataclasses import replace

import pytest

from hsm.control.assembly import MotionSettings
from motions.kicks.rehearsal import (
    KickMoment,
    faults,
    motor_shares,
    rehearse_stand,
    rehearse_step,
)
from motions.kinematics.robot_legs import legs_of


def stand(settings: MotionSettings, ahead: float = 0.0) -> tuple[KickMoment, ...]:
    """Return the fast kick with its stroke longer by `ahead`, m."""
    motion = settings.kicks.motions["forward_fast"]
    moves = [
        replace(move, foot=(move.foot[0] + ahead, *move.foot[1:])) if move.label == "out" else move
        for move in motion.strike
    ]
    motion = replace(motion, strike=tuple(moves))
    forward = settings.walking.stance.torso_forward
    return rehearse_stand(motion, settings.kicks.stand, settings.robot, forward)


def test_the_shipped_kicks_are_feasible(settings: MotionSettings) -> None:
    assert not list(faults(stand(settings), settings.robot))
    for name, kick in settings.kicks.in_walk.items():
        place, walking = settings.kicks.table.places[name], settings.walking
        moments = rehearse_step(kick, place, settings.robot, walking.stance, walking.step)
        assert not list(faults(moments, settings.robot)), name


def test_a_foot_held_high_in_the_walk_is_held_high_in_the_rehearsal_too(
    settings: MotionSettings,
) -> None:
    kick, walking = settings.kicks.in_walk["side"], settings.walking
    place, shape = settings.kicks.table.places["side"], walking.step
    moments = rehearse_step(kick, place, settings.robot, walking.stance, shape)
    held = [m.foot[2] for m in moments if 0.5 <= m.time / kick.duration <= kick.high_until]
    assert kick.high_until > 0.6 and held == pytest.approx([shape.lift + kick.lift] * len(held))
    assert moments[-1].foot[2] == pytest.approx(0.0, abs=1e-3)


def test_the_centre_of_mass_moves_forward_with_the_stroke(settings: MotionSettings) -> None:
    moments = stand(settings)
    ends = {moment.label: moment.com[0] for moment in moments}
    lift, back, through = (ends[label] for label in ("lift", "back", "through"))
    assert back < lift - 0.01
    assert through > lift + 0.005


def test_a_stroke_beyond_the_reach_of_the_leg_is_found_in_its_move(
    settings: MotionSettings,
) -> None:
    found = list(faults(stand(settings, ahead=0.08), settings.robot))
    labels = [move.label for move in settings.kicks.motions["forward_fast"].strike]
    assert "out" in [labels[fault.part] for fault in found if fault.part < len(labels)]
    assert any("too short" in fault.text for fault in found)


def test_the_soles_are_where_kinematics_puts_them(settings: MotionSettings) -> None:
    legs, apart = legs_of(settings.robot), 2.0 * settings.robot.dimensions.hip_offset_y
    for moment in stand(settings)[::20]:
        left, right = legs.soles(moment.joints)
        forward, outwards, up = moment.foot
        assert left.x - right.x == pytest.approx(forward, abs=1e-4)
        assert left.y - right.y == pytest.approx(apart + outwards, abs=1e-4)
        assert left.z - right.z == pytest.approx(up, abs=1e-4)


def test_a_joint_twice_as_fast_uses_twice_its_share(settings: MotionSettings) -> None:
    model = settings.robot
    knee = model.leg_joints[3]

    def bent(time: float, angle: float) -> KickMoment:
        joints = [0.0] * len(model.names)
        joints[knee] = angle
        return KickMoment(time, 0, "", (0.0, 0.0, 0.0), (0.0, 0.0), tuple(joints), True)

    slow = motor_shares((bent(0.0, 0.0), bent(0.012, 0.03)), model)[knee]
    fast = motor_shares((bent(0.0, 0.0), bent(0.012, 0.06)), model)[knee]
    assert fast == pytest.approx(2.0 * slow)
    assert slow == pytest.approx(0.03 / 0.012 / model.no_load_speed(knee))
    assert math.isclose(motor_shares((bent(0.0, 0.0),), model)[knee], 0.0)
