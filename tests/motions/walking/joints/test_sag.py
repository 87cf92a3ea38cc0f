"""The mean tracking error of soft joints and its compensation, on hand-made joints."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.joints.sag import JointSag, SagParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.terms.pendulum import DcmError
from tests.fakes import NAO, robot_state
from tests.motions.walking.stepper import a_step, forward, make_step, seen, standing_command

ASKED = (0.0,) * JOINT_COUNT
KNEE, ROLL = 6.0, 1.0
SWING_HIP = -3.0
"""Joint errors, deg, with the signs of the left leg: knee and hip roll of the support leg, hip
pitch of the swing leg."""


def sagging(swing: Side, share: float = 1.0) -> RobotState:
    """Return a robot in a step whose joint errors are this share of the numbers above."""
    joints = [0.0] * JOINT_COUNT
    stands = NAO.legs[swing.other]
    joints[stands.knee_pitch] = -math.radians(KNEE) * share
    joints[stands.hip_roll] = -math.radians(ROLL) * share * swing.other.sign
    joints[NAO.legs[swing].hip_pitch] = -math.radians(SWING_HIP) * share
    return replace(robot_state(), positions=tuple(joints))


def finished(swing: Side, **changes: object) -> RunningStep:
    step = a_step(swing, share=1.0)
    told = {"kind": StepKind.STEPPING, "end": StepEnd.SWITCH, **changes}
    for name, value in told.items():
        setattr(step, name, value)
    return step


@pytest.fixture
def parameters(walking: WalkingParameters) -> SagParameters:
    return replace(walking.sag, limit=math.radians(KNEE))


@pytest.fixture
def sag(parameters: SagParameters) -> JointSag:
    return JointSag(parameters, NAO)


def teach(
    sag: JointSag,
    steps: int,
    *,
    share: float = 1.0,
    error: DcmError | None = None,
    contact: bool = True,
    **changes: object,
) -> None:
    """Make steps with both feet in turn on joints that sag."""
    swing = Side.LEFT
    for _ in range(steps):
        robot = replace(sagging(swing, share), contact=contact)
        for _ in range(20):
            sag.look(robot, ASKED, error or seen().dcm_error)
        sag.begin(finished(swing, **changes), swing.other)
        swing = swing.other


def added(sag: JointSag, cycles: int = 60) -> Sequence[float]:
    joints = list(ASKED)
    for _ in range(cycles):
        joints = list(ASKED)
        sag.add(joints)
    return joints


def test_the_error_of_a_role_is_learnt_from_both_legs(sag: JointSag) -> None:
    teach(sag, 40)
    assert sag.support == pytest.approx([math.radians(ROLL), 0.0, math.radians(KNEE), 0.0, 0.0])
    assert sag.swing == pytest.approx([0.0, math.radians(SWING_HIP), 0.0, 0.0, 0.0])


@pytest.mark.parametrize("swing", Side)
def test_the_learnt_error_is_added_so_that_the_joints_reach_their_request(
    sag: JointSag, swing: Side
) -> None:
    teach(sag, 40)
    sag.begin(None, swing)
    joints, reached = added(sag), sagging(swing).positions
    for joint, target in enumerate(joints):
        assert target + reached[joint] == pytest.approx(0.0, abs=1e-9)


def test_errors_of_a_sound_robot_are_not_compensated(
    sag: JointSag, parameters: SagParameters
) -> None:
    teach(sag, 40, share=math.degrees(parameters.begin) / KNEE * 0.99)
    assert added(sag) == list(ASKED)
    assert sag.asked(ASKED) is ASKED


def test_the_compensation_never_exceeds_its_limit(sag: JointSag, parameters: SagParameters) -> None:
    teach(sag, 60, share=10.0)
    assert max(map(abs, added(sag))) == pytest.approx(parameters.limit)


def test_the_compensation_is_phased_in_over_the_first_steps_of_a_walk(
    sag: JointSag, parameters: SagParameters
) -> None:
    teach(sag, 40)
    known = list(sag.support)
    sag.reset()
    assert added(sag) == list(ASKED)
    heights = []
    for _ in range(parameters.steps + 2):
        sag.begin(None, Side.LEFT)
        heights.append(added(sag)[NAO.legs[Side.RIGHT].knee_pitch])
    assert heights[0] == pytest.approx(known[2] / parameters.steps)
    assert heights == sorted(heights)
    assert heights[-3:] == pytest.approx([known[2]] * 3)


def test_soft_legs_lift_their_feet_higher_at_once(sag: JointSag, parameters: SagParameters) -> None:
    teach(sag, 3, share=math.degrees(parameters.begin) / KNEE * 0.99)
    assert sag.lift == 0.0
    teach(sag, 40)
    assert sag.lift == parameters.lift
    sag.reset()
    sag.begin(None, Side.LEFT)
    assert sag.lift == parameters.lift


def test_a_swap_of_the_legs_roles_takes_several_cycles(
    sag: JointSag, parameters: SagParameters
) -> None:
    teach(sag, 40)
    sag.begin(None, Side.LEFT)
    added(sag)
    sag.begin(None, Side.RIGHT)
    joint = NAO.legs[Side.RIGHT].knee_pitch
    assert added(sag, 1)[joint] == pytest.approx((1.0 - parameters.blend) * math.radians(KNEE))


def fallen_by(forward: float = 0.0, outward: float = 0.0) -> DcmError:
    return seen(excess=(forward, 0.0), outward=outward).dcm_error


@pytest.mark.parametrize(
    "happened",
    [
        {"error": fallen_by(forward=0.05)},
        {"error": fallen_by(forward=-0.05)},
        {"error": fallen_by(outward=0.04)},
        {"contact": False},
        {"kind": StepKind.STARTING},
        {"end": StepEnd.ABORT},
        {"time": 0.1},
        {"time": 0.5},
        {"step": Step(0.0, 0.0, 0.5)},
        {"step": Step(0.0, 0.0, -0.5)},
    ],
    ids=lambda happened: "-".join(map(str, happened)),
)
def test_a_disturbed_step_teaches_nothing(sag: JointSag, happened: dict[str, object]) -> None:
    teach(sag, 4, **happened)  # type: ignore[arg-type]
    assert sag.taught == 0
    teach(sag, 1)
    assert sag.taught == 1


def test_without_known_requests_nothing_is_learnt(sag: JointSag) -> None:
    for _ in range(20):
        sag.look(sagging(Side.LEFT), None, seen().dcm_error)
    sag.begin(finished(Side.LEFT), Side.RIGHT)
    assert sag.taught == 0


def test_an_empty_range_is_refused(parameters: SagParameters) -> None:
    with pytest.raises(ValueError, match="'begin' must be less than 'full'"):
        replace(parameters, begin=parameters.full)


def walk(engine: WalkingEngine, steps: int, share: float) -> tuple[float, ...]:
    """Return the feet at the start of the last step, forward and lift, m, of a sagging robot."""
    engine.joints.sag.support[2] = math.radians(KNEE) * share
    last = standing_command(engine)
    for number in range(steps):
        kind = StepKind.STEPPING if number else StepKind.STARTING
        last, _ = make_step(engine, forward(0.1), last, kind)
    assert engine.running is not None
    start = engine.running.start
    return start.left.forward, start.right.forward, start.left.lift, start.right.lift


def test_the_next_step_is_planned_from_the_requested_joints(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    off = replace(walking, sag=replace(walking.sag, share=0.0))
    plans = [walk(WalkingEngine(nao, off, profile), 8, share) for share in (0.0, 1.0)]
    assert plans[0] == pytest.approx(plans[1], abs=1e-9)
