"""Legs with six joints each, solved numerically."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.mirror import mirror_joints
from motions.kinematics.numeric_legs import NumericLegs
from motions.kinematics.robot_legs import legs_of
from tests.toy import TOY


def pitch_first() -> RobotModel:
    """Return a toy robot whose hips pitch, roll and turn in this order, with offsets in between."""
    links = []
    for link in TOY.links:
        name = link.joint.removeprefix("port_").removeprefix("starboard_")
        side = link.joint.removesuffix(name)
        parent, origin = link.parent, link.origin
        if name == "thigh":
            y = 0.055 if side == "port_" else -0.055
            parent, origin = "trunk_link", (0.0, y, -0.09)
        elif name == "sway":
            parent, origin = f"{side}thigh_link", (0.0, 0.0, -0.02)
        elif name == "twist":
            parent, origin = f"{side}sway_link", (0.01, 0.0, -0.03)
        elif name == "knee":
            parent, origin = f"{side}twist_link", (-0.014, 0.0, -0.08)
        links.append(replace(link, parent=parent, origin=origin))
    parents = {link.name: link.parent for link in links}

    def depth(name: str) -> int:
        return 1 + depth(parents[name]) if name else 0

    return replace(TOY, links=tuple(sorted(links, key=lambda link: depth(link.name))))


@pytest.fixture(params=["yaw first", "pitch first"])
def model(request: pytest.FixtureRequest) -> RobotModel:
    return TOY if request.param == "yaw first" else pitch_first()


def bent(model: RobotModel, seed: int) -> list[float]:
    """Return random joints of a robot that stands on bent knees."""
    rng = np.random.default_rng(seed)
    positions = rng.uniform(-0.25, 0.25, len(model.names)).tolist()
    for leg in model.legs.values():
        knee = float(rng.uniform(0.4, 1.2))
        positions[leg.knee_pitch] = knee
        positions[leg.hip_pitch] -= 0.5 * knee
        positions[leg.ankle_pitch] -= 0.5 * knee
    return positions


def test_only_a_shared_motor_uses_the_closed_form_of_the_nao(model: RobotModel) -> None:
    assert isinstance(legs_of(model), NumericLegs)


@pytest.mark.parametrize("seed", range(20))
def test_inverse_kinematics_returns_the_joints_of_given_soles(model: RobotModel, seed: int) -> None:
    positions, legs = bent(model, seed), NumericLegs(model)
    solution = legs.solve(*legs.soles(positions))
    wanted = [positions[joint] for joint in model.leg_joints]
    assert solution.reachable
    assert solution.angles == pytest.approx(wanted, abs=1e-8)


def test_stretched_legs_are_as_long_as_their_links() -> None:
    left, right = NumericLegs(TOY).soles([0.0] * len(TOY.names))
    assert left.position == pytest.approx((0.0, 0.055, -0.27), abs=1e-12)
    assert right.position == pytest.approx((0.0, -0.055, -0.27), abs=1e-12)


def test_the_mirrored_soles_give_the_mirrored_joints(model: RobotModel) -> None:
    legs = NumericLegs(model)
    left, right = legs.soles(bent(model, 3))
    positions = [0.0] * len(model.names)
    image = list(positions)
    pairs = (
        (positions, legs.solve(left, right)),
        (image, legs.solve(right.mirrored(), left.mirrored())),
    )
    for joints, solution in pairs:
        for joint, angle in zip(model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
    assert mirror_joints(model.mirror, image) == pytest.approx(positions, abs=1e-8)


def test_a_sole_out_of_reach_gives_a_stretched_leg_marked_as_unreachable() -> None:
    legs, flat = NumericLegs(TOY), rotation_from_rpy(0.0, 0.0, 0.0)
    low, high = Pose3(0.0, 0.055, -0.30, flat), Pose3(0.0, -0.055, -0.25, flat)
    solution = legs.solve(low, high)
    assert not solution.reachable
    assert legs.solve(low, high, clip=0.05).reachable
    knee = solution.angles[TOY.leg_joints.index(TOY.legs[Side.LEFT].knee_pitch)]
    assert abs(knee) < math.radians(20.0)
