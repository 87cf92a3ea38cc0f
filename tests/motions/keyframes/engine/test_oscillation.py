"""The ankles oscillate while the hip yaw sticks, and only then."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.oscillation import Oscillation, OscillationParameters
from motions.keyframes.engine.player import Player
from motions.keyframes.motions.keyframe import KeyframeBalance
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import KeyframeMotion
from tests.motions.keyframes.made import NAO, PARAMETERS, block, keyframe, leaning

ROCKING = OscillationParameters(
    active=True, period=0.2, amplitude=math.radians(1.0), error=(math.radians(5), math.radians(10))
)
LEFT, RIGHT = Joint.L_ANKLE_ROLL, Joint.R_ANKLE_ROLL


def rolls(error_deg: float, cycles: int = 50) -> list[float]:
    """Return the oscillation of the left ankle over time, deg."""
    oscillation, found = Oscillation(NAO, ROCKING), []
    for _ in range(cycles):
        joints = [0.0] * JOINT_COUNT
        oscillation.apply(joints, math.radians(error_deg))
        assert joints[LEFT] == -joints[RIGHT]
        found.append(math.degrees(joints[LEFT]))
    return found


@pytest.mark.parametrize(
    ("error", "amplitude"), [(3, 0.0), (5, 0.0), (7.5, 0.5), (20, 1.0), (-20, 1.0)]
)
def test_the_amplitude_grows_with_the_lag_of_the_hip_yaw(error: float, amplitude: float) -> None:
    assert max(rolls(error)) == pytest.approx(amplitude, abs=0.02)


def test_the_oscillation_has_its_period() -> None:
    swing = rolls(20.0)
    assert swing[0] == pytest.approx(math.sin(math.tau * CYCLE / 0.2))
    ups = [i for i in range(1, 50) if swing[i - 1] <= 0.0 < swing[i]]
    assert (ups[-1] - ups[0]) * CYCLE / (len(ups) - 1) == pytest.approx(0.2, abs=CYCLE / 2)


def played(*, active: bool, balanced: bool, balancing_out: bool = False) -> list[JointCommand]:
    """Play a keyframe on a robot whose hip yaw lags by 20 degrees."""
    frame = keyframe(0.0, duration=1.0, balance=KeyframeBalance() if balanced else None)
    own = PARAMETERS.engine
    engine = replace(own, oscillation=replace(ROCKING, active=active))
    library = MotionLibrary(NAO, {"m": KeyframeMotion(("b",))}, {"b": block(frame)})
    player = Player(NAO, library, replace(PARAMETERS, engine=engine))
    start = [0.0] * JOINT_COUNT
    start[Joint.L_HIP_YAW_PITCH] = math.radians(20.0)
    player.start("m", start)
    robot = body_of(leaning(0), own.support_polygon, None)
    commands = []
    for _ in range(30):
        player.update(robot, 0)
        commands.append(player.step(robot, balancing_out=balancing_out))
    return commands


def rocks(commands: list[JointCommand]) -> bool:
    return any(abs(command.positions[LEFT]) > 1e-3 for command in commands)


def test_a_balanced_motion_oscillates_while_the_hip_yaw_sticks() -> None:
    assert rocks(played(active=True, balanced=True))


def test_a_motion_without_balance_does_not_oscillate() -> None:
    assert not rocks(played(active=True, balanced=False))


def test_nothing_oscillates_while_balancing_out() -> None:
    assert not rocks(played(active=True, balanced=True, balancing_out=True))


def test_nothing_oscillates_when_switched_off() -> None:
    assert not rocks(played(active=False, balanced=True))
