"""Random requests, tilts, NaN, lost frames and touches: commands and transitions stay valid."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS
from hardware.sensors_and_commands import CYCLE, SensorFrame, Touch
from hsm.chart import Transition
from hsm.chart.table import robot_chart
from hsm.control.assembly import MotionSettings, load_settings
from hsm.control.cycle import Outcome
from motions.destinations import TargetFrame, WalkTo
from motions.kicks.wish import Dribble, Kick, KickKind
from motions.limbs.wishes import ArmProgram, ArmWish, CameraChoice, HeadMode, HeadWish
from motions.locomotion.gait import MoveConfig
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
)
from motions.requests import Dive, Motion, MotionRequest
from tests.hsm.control.bench import Bench

CHART = robot_chart(CYCLE)

# Maximum stiffness of a leg joint, by prefix of the leaf's short name.
STIFFEST = {
    "Fault": 0.2,
    "Limp": 0.0,
    "FallProtection": 0.3,
    "PickedUp": 0.3,
    "Freeze.Hold": 0.6,
    "Freeze.Tilted": 0.3,
    "KeyframePhase.GetUp.BreakUp": 0.3,
    "KeyframePhase.SitDown.BreakUp": 0.3,
    "KeyframePhase.Dive.BreakUp": 0.3,
    "KeyframePhase.Special.BreakUp": 0.3,
    "KeyframePhase.GetUp.HelpMe": 0.0,
    "KeyframePhase.SitDown.HelpMe": 0.0,
    "KeyframePhase.Dive.HelpMe": 0.0,
    "KeyframePhase.Special.HelpMe": 0.0,
}


@dataclass(frozen=True)
class Stretch:
    """A stretch of time with constant inputs.

    Attributes:
        cycles: Duration in control cycles.
        request: Request of the behaviour; None for silence.
        roll: Roll of the torso, degrees.
        pitch: Pitch of the torso, degrees.
        rate: Gyro rate about x and y, deg/s.
        load: Force on every cell of the left and of the right sole, N.
        frames: Whether frames arrive.
        touched: Buttons and pads that are pressed.
        broken: Field that contains a NaN, and its index.
        stuck: Whether the joints ignore their commands.
    """

    cycles: int
    request: MotionRequest | None
    roll: float
    pitch: float
    rate: float
    load: tuple[float, float]
    frames: bool
    touched: frozenset[Touch]
    broken: tuple[str, int] | None
    stuck: bool

    def change(self, frame: SensorFrame) -> SensorFrame | None:
        """Return the frame that arrives instead of a healthy one, or None."""
        if not self.frames:
            return None
        roll, pitch = math.radians(self.roll), math.radians(self.pitch)
        g = 9.81
        down = (-math.sin(pitch) * g, math.sin(roll) * math.cos(pitch) * g,
                math.cos(roll) * math.cos(pitch) * g)  # fmt: skip
        rate = math.radians(self.rate)
        frame = replace(
            frame,
            accelerometer=(down[0], down[1], down[2] + frame.accelerometer[2] - g),
            angles=(roll, pitch),
            gyro=(rate + frame.gyro[0], rate, 0.0),
            fsr=(self.load[0],) * 4 + (self.load[1],) * 4,
            touch=tuple(float(pad in self.touched) for pad in Touch),
        )
        if self.broken is None:
            return frame
        field, place = self.broken
        values = list(getattr(frame, field))
        values[place % len(values)] = math.nan
        return replace(frame, **{field: tuple(values)})


def mostly(usual: object, other: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.just(usual), st.just(usual), st.just(usual), other)


METRES, ANGLE = st.floats(-5.0, 5.0), st.floats(-4.0, 4.0)
ALONE = (
    Motion.STAND,
    Motion.STAND_HIGH,
    Motion.SPECIAL,
    Motion.SIT,
    Motion.LIMP,
    Motion.CLEAR_FAULT,
    Motion.INTERCEPT,
)
"""Motions that are requested without parameters."""
SPEED = st.floats(-0.5, 0.5)
POINTS = st.tuples(*[st.floats(-20, 20)] * 3)
HEADS = st.one_of(
    st.builds(
        HeadWish,
        pan=st.floats(-3, 3),
        tilt=st.floats(-1.5, 1.5),
        keep_direction=st.booleans(),
        speed=st.floats(0.1, 20),
        stop_and_go=st.booleans(),
    ),
    st.builds(
        HeadWish,
        st.just(HeadMode.TARGET),
        target=POINTS,
        camera=st.sampled_from(CameraChoice),
        number=st.integers(0, 2),
    ),
    st.just(HeadWish(HeadMode.BALL)),
)
HANDS = st.none() | st.floats(0, 1)
ARMS = st.one_of(
    st.builds(ArmWish, st.sampled_from(ArmProgram), hand=HANDS),
    st.builds(ArmWish, point_at=POINTS, hand=HANDS),
    st.builds(
        ArmWish,
        angles=st.tuples(*[st.floats(-3, 3)] * 5),
        speeds=st.tuples(*[st.floats(0.01, 20)] * 5),
        hand=HANDS,
    ),
)
STEPS = st.floats(-1.0, 1.0)
SIZES = st.floats(1e-9, 10.0)
"""Step sizes, m and rad: from almost nothing to far beyond the reach of a leg."""
CONFIGS = st.none() | st.builds(
    MoveConfig, SIZES, SIZES, SIZES, st.floats(0, 1), SIZES, st.floats(-1, 1), st.floats(-1, 1)
)
FOOTSTEPS = st.builds(
    FootstepWish,
    st.sampled_from(Side),
    STEPS,
    STEPS,
    ANGLE,
    speed=st.floats(0, 1),
    config=CONFIGS,
)
PREVIEWS = st.one_of(
    st.builds(
        PreviewWish,
        velocity=st.builds(
            PreviewVelocity, SPEED, SPEED, SPEED, left_foot=CONFIGS, right_foot=CONFIGS
        ),
        contact_guard=st.booleans(),
        stiffness_guard=st.booleans(),
    ),
    st.builds(
        PreviewWish,
        footsteps=st.builds(
            Footsteps, st.lists(FOOTSTEPS, min_size=1, max_size=4).map(tuple), st.booleans()
        ),
    ),
    st.builds(
        PreviewWish,
        move_to=st.builds(
            MoveTo,
            st.lists(st.builds(PathPose, METRES, METRES, ANGLE), min_size=1, max_size=3).map(tuple),
            st.none() | st.floats(0.01, 9.0),
            CONFIGS,
            CONFIGS,
        ),
    ),
    st.sampled_from([PreviewWish(end=end) for end in PreviewEnd]),
)
MOTIONS = st.one_of(
    st.sampled_from([MotionRequest(m) for m in ALONE]),
    st.builds(
        lambda walk_to, number: MotionRequest(Motion.WALK_TO, walk_to=walk_to, number=number),
        st.builds(WalkTo, METRES, METRES, ANGLE, st.sampled_from(TargetFrame)),
        st.integers(0, 1),
    ),
    st.sampled_from([MotionRequest(Motion.DIVE, dive=dive) for dive in Dive]),
    st.builds(MotionRequest, st.just(Motion.WALK), SPEED, SPEED, SPEED),
    st.builds(
        lambda preview, number: MotionRequest(Motion.PREVIEW, preview=preview, number=number),
        PREVIEWS,
        st.integers(0, 1),
    ),
    st.builds(
        lambda dribble: MotionRequest(Motion.DRIBBLE, dribble=dribble),
        st.builds(Dribble, METRES, METRES, st.sampled_from(TargetFrame)),
    ),
    st.builds(
        lambda kick: MotionRequest(Motion.KICK, kick=kick),
        st.builds(Kick, st.sampled_from(KickKind), ANGLE, frame=st.sampled_from(TargetFrame)),
    ),
)
REQUESTS = st.one_of(
    st.none(),
    MOTIONS,
    st.builds(
        replace,
        MOTIONS,
        head=st.none() | HEADS,
        left_arm=st.none() | ARMS,
        right_arm=st.none() | ARMS,
    ),
)
STRETCHES = st.builds(
    Stretch,
    cycles=st.sampled_from([1, 2, 5, 12, 30, 90]),
    request=REQUESTS,
    roll=mostly(0.0, st.floats(-180, 180)),
    pitch=mostly(0.0, st.floats(-180, 180)),
    rate=mostly(0.0, st.floats(-500, 500)),
    load=mostly(
        (6.6, 6.6), st.tuples(st.sampled_from([0.0, 3.0, 20.0]), st.sampled_from([0.0, 13.0]))
    ),
    frames=mostly(True, st.just(False)),
    touched=mostly(frozenset(), st.frozensets(st.sampled_from(list(Touch)[:4]))),
    broken=mostly(
        None,
        st.tuples(
            st.sampled_from(["positions", "gyro", "accelerometer", "fsr", "stiffness", "touch",
                             "angles", "currents"]),
            st.integers(0, 30),
        ),
    ),
    stuck=mostly(False, st.just(True)),
)  # fmt: skip


@pytest.fixture(scope="module")
def parameters() -> MotionSettings:
    return load_settings()


class Referee:
    """Checks the command and the transition of every cycle."""

    def __init__(self, parameters: MotionSettings) -> None:
        self._joints = dict(enumerate(parameters.robot.specs))
        self._leaf = "Off"
        self._stiffness = (0.0,) * JOINT_COUNT

    def judge(self, outcome: Outcome) -> None:
        command, leaf = outcome.command, outcome.leaf
        assert all(map(math.isfinite, command.positions + command.stiffness)), leaf
        assert all(0.0 <= value <= 1.0 for value in command.stiffness), leaf
        for joint, spec in self._joints.items():
            assert spec.min <= command.positions[joint] <= spec.max, (leaf, joint)
        self._judge_stiffness(leaf, command.stiffness)
        self._judge_transition(outcome.transition, leaf)
        self._leaf, self._stiffness = leaf, command.stiffness

    def _judge_stiffness(self, leaf: str, stiffness: tuple[float, ...]) -> None:
        legs = max(stiffness[joint] for joint in LEG_JOINTS)
        for name, most in STIFFEST.items():
            if leaf.startswith(name):
                assert legs <= most + 1e-9, (leaf, legs)
        if leaf.startswith("Freeze") and self._leaf != "Off":
            assert all(a <= b for a, b in zip(stiffness, self._stiffness, strict=True))

    def _judge_transition(self, transition: Transition | None, leaf: str) -> None:
        if transition is None:
            assert leaf == self._leaf
            return
        assert (transition.source, transition.dest) == (self._leaf, leaf)
        assert transition.because
        options = CHART.options[CHART.tree.path(transition.source)]
        known = {(arrow.event, CHART.short(arrow.dest_leaf)) for *_, arrow in options}
        assert (transition.event, transition.dest) in known


def play(bench: Bench, stretches: list[Stretch], judge: Callable[[Outcome], None]) -> None:
    for stretch in stretches:
        for _ in range(stretch.cycles):
            before = bench.positions
            judge(bench.step(stretch.request, stretch.change))
            if stretch.stuck:
                bench.positions = before


def demand_valid(parameters: MotionSettings, stretches: list[Stretch], stands: bool) -> None:
    bench, referee = Bench(parameters), Referee(parameters)
    if stands:
        for outcome in bench.run(2.0, MotionRequest()):
            referee.judge(outcome)
        assert outcome.leaf == "Stand.Normal"
    play(bench, stretches, referee.judge)
    assert not bench.cycle.machine.violations  # the monitors keep the assumptions of the proofs


whatever_comes = given(
    stretches=st.lists(STRETCHES, min_size=10, max_size=30), stands=st.booleans()
)
few, many = (
    settings(
        max_examples=count, database=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )
    for count in (12, 100)
)  # fmt: skip


@few
@whatever_comes
def test_every_command_is_within_limits_and_every_transition_legal(
    parameters: MotionSettings, stretches: list[Stretch], stands: bool
) -> None:
    demand_valid(parameters, stretches, stands)


@pytest.mark.benchmark
@many
@whatever_comes
def test_every_command_is_within_limits_and_every_transition_legal_in_long_campaigns(
    parameters: MotionSettings, stretches: list[Stretch], stands: bool
) -> None:
    demand_valid(parameters, stretches, stands)
