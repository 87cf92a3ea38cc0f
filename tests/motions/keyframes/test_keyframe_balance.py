"""The balance moves its joints by the published law."""

import math

import pytest

from hardware.nao import JOINT_COUNT, Joint
from motions.keyframes.balance import Balancer, cut
from motions.keyframes.body import body_of
from motions.keyframes.library import MotionLibrary
from motions.keyframes.motion import Balance, BalanceMode, BalanceShare, Motion
from motions.keyframes.parameters import (
    AxisGains,
    BalanceParameters,
    BalancePhase,
    ModeScope,
    TrendFilter,
)
from motions.keyframes.player import Player
from tests.motions.keyframes.made import NAO, PARAMETERS, block, keyframe, leaning

OFF = AxisGains(0, 0, 0, 0, (1, 1), (2, 2), (-0.03, 0.03))
REDUCE = AxisGains(1, 1, 1, 0, (1, 1), (2, 2), (-0.015, 0.015))
PLAIN = BalanceParameters(TrendFilter(1.0, 1.0), 0.02, 7.0, 0.25, {}, ModeScope.ALL)


def test_the_worked_example_of_the_law() -> None:
    # 30 mm before the goal, growth (30/15)^2 capped at 1: 30 * 2 + 0.02 * 30 = 60.6 deg/s
    pitch, roll = Balancer(PLAIN).update(
        BalancePhase(REDUCE, OFF), (0.030, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False
    )
    assert math.degrees(pitch) == pytest.approx(0.7272)
    assert roll == 0.0


def test_damping_grows_only_while_the_mass_moves_away() -> None:
    gains = AxisGains(0, 0, 1, 1, (1, 1), (2, 2), (-0.01, 0.01))
    phase = BalancePhase(gains, OFF)
    parameters = BalanceParameters(TrendFilter(1.0, 1.0), 0.0, 7.0, 0.25, {}, ModeScope.ALL)

    def correction(first: float, second: float) -> float:
        made = Balancer(parameters)
        made.update(phase, (first, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False)
        return made.update(phase, (second, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False)[0]

    assert correction(0.020, 0.021) == pytest.approx(-2.0 * correction(0.021, 0.020))


def test_a_joint_that_leaves_the_balance_does_not_jump() -> None:
    balance = Balance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    blocks = {
        "main": block(keyframe(0.5, 0.3, balance=balance, balance_phase="rise"), keyframe(1.0, 0.3))
    }
    made = Player(NAO, MotionLibrary({"motion": Motion(("main",))}, blocks), PARAMETERS)
    made.start("motion", (0.0,) * JOINT_COUNT)
    ankles = []
    for _ in range(40):
        body = body_of(
            leaning(0, com=(0.03, 0.0, 0.035)), PARAMETERS.engine.support_polygon, mirrored=False
        )
        made.update(body, 0)
        ankles.append(made.step(body).positions[Joint.L_ANKLE_PITCH])
    steps = [abs(b - a) for a, b in zip(ankles, ankles[1:], strict=False)]
    assert max(ankles) > math.radians(1.0)
    assert max(steps) < math.radians(0.5)


@pytest.mark.parametrize(
    ("mode", "of_two", "of_minus_two"),
    [
        (BalanceMode.ALL, 2.0, -2.0),
        (BalanceMode.ONLY_POSITIVE, 2.0, 0.0),
        (BalanceMode.ONLY_NEGATIVE, 0.0, -2.0),
        (BalanceMode.ABSOLUTE_POSITIVE, 2.0, 2.0),
        (BalanceMode.ABSOLUTE_NEGATIVE, -2.0, -2.0),
    ],
)
def test_a_mode_cuts_what_a_joint_takes(
    mode: BalanceMode, of_two: float, of_minus_two: float
) -> None:
    assert (cut(mode, 2.0), cut(mode, -2.0)) == (of_two, of_minus_two)


@pytest.mark.parametrize(("from_here", "moves"), [(False, True), (True, False)])
def test_a_goal_that_starts_at_the_measured_place_asks_for_nothing_at_first(
    from_here: bool, moves: bool
) -> None:
    balance = Balance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    first = keyframe(
        0.5, 3.0, balance=balance, balance_phase="rise", set_last_com=from_here, goal_com=(0, 0)
    )
    made = Player(
        NAO, MotionLibrary({"motion": Motion(("main",))}, {"main": block(first)}), PARAMETERS
    )
    made.start("motion", (0.0,) * JOINT_COUNT)
    body = body_of(
        leaning(0, com=(0.03, 0.0, 0.035)), PARAMETERS.engine.support_polygon, mirrored=False
    )
    for _ in range(5):
        made.update(body, 0)
        ankle = made.step(body).positions[Joint.L_ANKLE_PITCH]
    assert (abs(ankle) > math.radians(0.5)) is moves
