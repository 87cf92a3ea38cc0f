"""The correction of support soles that stand on an edge, on hand-made states."""

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import StepKind
from motions.walking.terms.footing import WalkFooting
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import a_step, forward, on, seen, standing_command, term

# Loads of front left, front right, rear left, rear right, as shares of their range.
_EVEN = (0.25, 0.25, 0.25, 0.25)
_LEFT_EDGE = (0.5, 0.0, 0.5, 0.0)
_RIGHT_EDGE = (0.0, 0.5, 0.0, 0.5)


def robot(right: tuple[float, ...], left: tuple[float, ...] = _EVEN) -> RobotState:
    """Return a robot on its right sole with these loads; the left foot swings."""
    return robot_state(cycle=CYCLE, support=support(Side.RIGHT, cells=(*left, *right)))


def rolled(footing: WalkFooting, side: float = 0.0) -> float:
    """Return the roll of the right ankle, rad, of a robot that falls to its left by `side`, m."""
    footing.update(robot(_EVEN), seen(a_step(Side.LEFT), excess=(0.0, side)))
    return footing.soles.turns[Side.RIGHT].roll


@pytest.fixture
def footing(engine: WalkingEngine) -> WalkFooting:
    return term(engine, WalkFooting)


def test_the_loaded_edge_is_raised(footing: WalkFooting) -> None:
    walk = seen(a_step(Side.LEFT))
    footing.update(robot(_LEFT_EDGE), walk)
    left = footing.soles.turns[Side.RIGHT].roll
    footing.reset()
    footing.update(robot(_RIGHT_EDGE), walk)
    assert left > 0.0 > footing.soles.turns[Side.RIGHT].roll


def test_the_edge_towards_which_the_robot_falls_is_pressed(footing: WalkFooting) -> None:
    """A fall to the swing foot, the left one, lowers the left edge of the right sole."""
    still = rolled(footing)
    footing.reset()
    assert rolled(footing, side=0.01) < still


def test_the_foot_in_the_air_returns_to_level(footing: WalkFooting) -> None:
    footing.soles.turns[Side.LEFT].roll = 0.05
    footing.update(robot(_EVEN, left=_LEFT_EDGE), seen(a_step(Side.LEFT)))
    assert 0.0 < footing.soles.turns[Side.LEFT].roll < 0.05


def test_only_ankles_are_turned(footing: WalkFooting) -> None:
    footing.soles.turns[Side.LEFT].roll = 0.01
    footing.soles.turns[Side.RIGHT].roll = -0.02
    joints = [0.0] * len(Joint)
    footing.joints(joints, seen())
    turned = {joint: joints[joint] for joint in Joint if joints[joint] != 0.0}
    assert turned == {Joint.L_ANKLE_ROLL: 0.01, Joint.R_ANKLE_ROLL: -0.02}


def test_the_next_step_begins_from_feet_that_are_not_turned(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    engine.begin_step(StepKind.STARTING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    plain = engine.command()
    start = engine.terms.planned_joints(plain.positions)
    term(engine, WalkFooting).soles.turns[Side.RIGHT].roll = walking.footing.limit
    turned = engine.command()
    assert turned.positions != plain.positions
    assert engine.terms.planned_joints(turned.positions) == pytest.approx(start)
