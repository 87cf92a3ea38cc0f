"""Keyframe balance: joints are corrected by the published control law."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE
from motions.keyframes.engine.balance import BalancedMotion, Balancer, cut
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.parameters import (
    AxisGains,
    BalanceParameters,
    BalancePhase,
    ModeScope,
    TrendFilter,
)
from motions.keyframes.engine.player import Player
from motions.keyframes.motions.keyframe import BalanceMode, BalanceShare, KeyframeBalance
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import KeyframeMotion
from tests.motions.keyframes.made import NAO, PARAMETERS, block, keyframe, leaning

OFF = AxisGains(0, 0, 0, 0, (1, 1), (2, 2), (-0.03, 0.03))
REDUCE = AxisGains(1, 1, 1, 0, (1, 1), (2, 2), (-0.015, 0.015))
PLAIN = BalanceParameters(TrendFilter(1.0, 1.0), 0.02, 7.0, 0.25, {}, ModeScope.ALL)


def test_the_worked_example_of_the_law() -> None:
    # 30 mm short of the goal, growth (30/15)^2 capped at 1: 30 * 2 + 0.02 * 30 = 60.6 deg/s
    pitch, roll = Balancer(PLAIN, CYCLE).update(
        BalancePhase(REDUCE, OFF), (0.030, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False
    )
    assert math.degrees(pitch) == pytest.approx(0.7272)
    assert roll == 0.0


def test_damping_grows_only_while_the_mass_moves_away() -> None:
    gains = AxisGains(0, 0, 1, 1, (1, 1), (2, 2), (-0.01, 0.01))
    phase = BalancePhase(gains, OFF)
    parameters = BalanceParameters(TrendFilter(1.0, 1.0), 0.0, 7.0, 0.25, {}, ModeScope.ALL)

    def correction(first: float, second: float) -> float:
        made = Balancer(parameters, CYCLE)
        made.update(phase, (first, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False)
        return made.update(phase, (second, 0.0), (0.0, 0.0), (0.0, 0.0), leak=False)[0]

    assert correction(0.020, 0.021) == pytest.approx(-2.0 * correction(0.021, 0.020))


def test_a_joint_that_leaves_the_balance_does_not_jump() -> None:
    balance = KeyframeBalance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    blocks = {
        "main": block(keyframe(0.5, 0.3, balance=balance, balance_phase="rise"), keyframe(1.0, 0.3))
    }
    made = Player(
        NAO, MotionLibrary(NAO, {"motion": KeyframeMotion(("main",))}, blocks), PARAMETERS
    )
    made.start("motion", (0.0,) * JOINT_COUNT)
    ankles = []
    for _ in range(40):
        body = body_of(leaning(0, com=(0.03, 0.0, 0.035)), PARAMETERS.engine.support_polygon, None)
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
def test_a_mode_clips_the_correction_of_a_joint(
    mode: BalanceMode, of_two: float, of_minus_two: float
) -> None:
    assert (cut(mode, 2.0), cut(mode, -2.0)) == (of_two, of_minus_two)


@pytest.mark.parametrize(("from_here", "moves"), [(False, True), (True, False)])
def test_a_goal_that_starts_at_the_measured_position_demands_nothing_at_first(
    from_here: bool, moves: bool
) -> None:
    balance = KeyframeBalance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    first = keyframe(
        0.5, 3.0, balance=balance, balance_phase="rise", set_last_com=from_here, goal_com=(0, 0)
    )
    made = Player(
        NAO,
        MotionLibrary(NAO, {"motion": KeyframeMotion(("main",))}, {"main": block(first)}),
        PARAMETERS,
    )
    made.start("motion", (0.0,) * JOINT_COUNT)
    body = body_of(leaning(0, com=(0.03, 0.0, 0.035)), PARAMETERS.engine.support_polygon, None)
    for _ in range(5):
        made.update(body, 0)
        ankle = made.step(body).positions[Joint.L_ANKLE_PITCH]
    assert (abs(ankle) > math.radians(0.5)) is moves


def corrections(
    parameters: BalanceParameters,
    gains: AxisGains,
    places: list[float],
    *,
    goal_speed: float = 0.0,
    leak_from: int = 1000,
) -> list[tuple[float, float]]:
    """Return the corrections, deg/s, for these positions of the mass on both axes, m."""
    made, phase = Balancer(parameters, CYCLE), BalancePhase(gains, gains)
    speed = (goal_speed, goal_speed)
    return [
        tuple(
            math.degrees(angle) / CYCLE
            for angle in made.update(phase, (x, x), (0.0, 0.0), speed, leak=count >= leak_from)
        )
        for count, x in enumerate(places)
    ]


def test_a_mass_that_moves_along_with_its_goal_is_not_damped() -> None:
    damped = AxisGains(0, 0, 1, 0, (1, 1), (2, 2), (-0.01, 0.01))
    parameters = replace(PLAIN, i_gain=0.0, goal_growth_filter=1.0)
    places = [0.1 * CYCLE * count for count in range(4)]
    along = corrections(parameters, damped, places, goal_speed=0.1)
    alone = corrections(parameters, damped, places)
    assert along[1:] == [pytest.approx((0.0, 0.0), abs=1e-9)] * 3
    assert alone[1:] == [pytest.approx((100.0, 100.0))] * 3  # 100 mm/s, gain 1
    slowly = corrections(
        replace(parameters, goal_growth_filter=0.25), damped, places, goal_speed=0.1
    )
    assert [x for x, _ in slowly[1:]] == pytest.approx([100 * 0.75**n for n in (2, 3, 4)])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_error_integral_grows_by_the_error_and_leaks_to_zero(sign: float) -> None:
    summed = AxisGains(0, 0, 0, 0, (1, 1), (2, 2), (-0.01, 0.01))
    parameters = replace(PLAIN, i_gain=0.5, i_leak=0.5)  # 6 mm per cycle
    told = corrections(parameters, summed, [sign * 0.004] * 8, leak_from=4)
    values = [0.5 * item for item in (4, 8, 12, 16, 10, 4, 0, 0)]
    assert [x for x, _ in told] == pytest.approx([sign * value for value in values])
    assert [y for _, y in told] == [x for x, _ in told]


@pytest.mark.parametrize(
    ("place", "growth"), [(-0.02, 4.0), (-0.04, 5.0), (0.02, 8.0), (0.05, 9.0)]
)
def test_the_gain_grows_with_the_distance_as_set_for_its_side(place: float, growth: float) -> None:
    """Behind: squared over 10 mm, capped at 5; ahead: cubed over 10 mm, capped at 9."""
    gains = AxisGains(1, 100, 0, 0, (5, 9), (2, 3), (-0.01, 0.01))
    told = corrections(replace(PLAIN, i_gain=0.0), gains, [place])
    assert told[0][0] == pytest.approx(place * 1e3 * (1.0 + growth))


def test_the_additional_gain_is_limited() -> None:
    gains = AxisGains(1, 2, 0, 0, (5, 9), (2, 3), (-0.01, 0.01))
    told = corrections(replace(PLAIN, i_gain=0.0), gains, [0.05])
    assert told[0][0] == pytest.approx(50.0 * 3.0)


def test_a_pause_of_the_balance_resets_integral_and_speed() -> None:
    gains = AxisGains(1, 0, 1, 0, (1, 1), (2, 2), (-0.01, 0.01))
    made, phase = Balancer(PLAIN, CYCLE), BalancePhase(gains, gains)

    def correct(place: float) -> tuple[float, float]:
        return made.update(phase, (place, -place), (0.0, 0.0), (0.3, 0.3), leak=False)

    fresh = correct(0.01)
    for place in (0.02, 0.04):
        correct(place)
    made.clear()
    assert correct(0.01) == fresh


def moved(
    scope: ModeScope, com: tuple[float, float], balance: KeyframeBalance
) -> dict[Joint, float]:
    """Return the change of each joint in one cycle, rad, for a mass off its goal, m."""
    gains = AxisGains(1, 0, 0, 0, (1, 1), (2, 2), (-0.01, 0.01))
    parameters = replace(
        PLAIN, i_gain=0.0, mode_scope=scope, phases={"rise": BalancePhase(gains, gains)}
    )
    made = BalancedMotion(NAO, parameters)
    made.load((0.0, 0.0), 1.0, from_here=False)
    output = [0.0] * JOINT_COUNT
    frame = keyframe(0.0, balance=balance, balance_phase="rise")
    made.apply(frame, output, com, 0.0, leak=False)
    return {joint: output[joint] for joint in Joint if output[joint]}


@pytest.mark.parametrize("scope", ModeScope)
def test_modes_apply_to_all_joints_or_only_to_rolls_in_the_sideways_list(scope: ModeScope) -> None:
    mode = BalanceMode.ONLY_NEGATIVE
    balance = KeyframeBalance(
        forward=(BalanceShare(Joint.L_KNEE_PITCH, 1.0, mode),),
        sideways=(
            BalanceShare(Joint.L_HIP_ROLL, 2.0, mode),
            BalanceShare(Joint.L_SHOULDER_ROLL, 1.0, mode),
        ),
    )
    angle = math.radians(10.0 * CYCLE)
    uncut = (
        {} if scope is ModeScope.ALL else {Joint.L_KNEE_PITCH: angle, Joint.L_SHOULDER_ROLL: angle}
    )
    assert moved(scope, (0.01, 0.01), balance) == pytest.approx(uncut)
    back = {Joint.L_KNEE_PITCH: -angle, Joint.L_HIP_ROLL: -2.0 * angle}
    found = moved(scope, (-0.01, -0.01), balance)
    assert {joint: found[joint] for joint in back} == pytest.approx(back)


def test_no_joint_is_balanced_beyond_its_limits() -> None:
    for sign in (1.0, -1.0):
        balance = KeyframeBalance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1000.0),))
        (angle,) = moved(ModeScope.ALL, (sign * 0.1, 0.0), balance).values()
        limits = NAO.specs[Joint.L_ANKLE_PITCH]
        assert angle == (limits.max if sign > 0.0 else limits.min)


def test_the_goal_is_interpolated_linearly_from_the_last_one_and_its_speed_counts() -> None:
    """Half way from 0 to 40 mm in a second: a mass at 20 mm is at its goal."""
    gains = AxisGains(1, 0, 0, 0, (1, 1), (2, 2), (-0.01, 0.01))
    parameters = replace(PLAIN, i_gain=0.0, phases={"rise": BalancePhase(gains, gains)})
    made = BalancedMotion(NAO, parameters)
    made.load((0.0, 0.0), 1.0, from_here=False)
    balance = KeyframeBalance(
        forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),),
        sideways=(BalanceShare(Joint.L_ANKLE_ROLL, 1.0),),
    )
    frame = keyframe(0.0, balance=balance, balance_phase="rise")

    def angles(com: tuple[float, float], ratio: float) -> tuple[float, float]:
        output = [0.0] * JOINT_COUNT
        made.apply(frame, output, com, ratio, leak=False)
        return output[Joint.L_ANKLE_PITCH], output[Joint.L_ANKLE_ROLL]

    angles((0.0, 0.0), 1.0)
    made.load((0.04, -0.02), 1.0, from_here=False)
    assert angles((0.02, -0.01), 0.5) == pytest.approx((0.0, 0.0))
    assert angles((0.0, 0.0), 1.0)[0] == pytest.approx(math.radians(-40.0 * CYCLE))
    made.begin()
    made.load((0.01, 0.0), 1.0, from_here=False)
    assert angles((0.01, 0.0), 0.0) == pytest.approx((0.0, 0.0))


def test_ankles_do_not_push_a_weight_beyond_the_toes() -> None:
    """They would lift the heels; corrections that bring the weight back count in full."""
    gains = AxisGains(1, 0, 0, 0, (1, 1), (2, 2), (-0.01, 0.01))
    balance = KeyframeBalance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    frame = keyframe(0.0, balance=balance, balance_phase="rise")

    def pushed(com: float, outside: float, beyond: tuple[float, float] | None) -> float:
        phase = BalancePhase(gains, gains, beyond)
        made = BalancedMotion(NAO, replace(PLAIN, i_gain=0.0, phases={"rise": phase}))
        made.load((0.02, 0.0), 1.0, from_here=True)
        made.load((0.02, 0.0), 1.0, from_here=False)
        output = [0.0] * JOINT_COUNT
        made.apply(frame, output, (com, 0.0), 1.0, outside=outside, leak=False)
        return output[Joint.L_ANKLE_PITCH]

    full = pushed(0.1, 0.06, None)
    fades = (0.02, 0.04)
    assert pushed(0.1, 0.01, fades) == pytest.approx(full)
    assert pushed(0.1, 0.03, fades) == pytest.approx(0.5 * full)
    assert pushed(0.1, 0.06, fades) == 0.0
    assert pushed(0.01, 0.06, fades) == pushed(0.01, 0.06, None) < 0.0
    assert pushed(-0.1, 0.06, fades) == pushed(-0.1, 0.06, None) < 0.0
