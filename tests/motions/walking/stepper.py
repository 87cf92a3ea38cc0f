"""A driver of the walking engine without physics: the test decides when the support switches."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import CYCLE, JointCommand
from hsm.settings.loader import config_folder, load
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.joints.requests import RequestAgeParameters
from motions.walking.joints.tracking import JointTracking
from motions.walking.planning.step_made import StepMade
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.swing_path import KickStep, KickStyle
from motions.walking.terms.ankle_strategy import AnkleStrategy
from motions.walking.terms.gyro_filter import GyroFilter
from motions.walking.terms.pendulum import DcmError
from motions.walking.terms.term import BalanceTerm, WalkState
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import NAO, SOLES, robot_state, support

STEP_CYCLES = 21
PLAIN = KickStyle(
    lift=0.0,
    against_pitch=0.0,
    against_roll=0.0,
    holds_height=0.0,
    gives_up=math.inf,
    levels_ahead=0.0,
    goes_on=1.0,
    ankle=1.0,
    leaves=0.0,
)
"""A kick that the walk executes like a step."""

T = TypeVar("T", bound=BalanceTerm)


def term(engine: WalkingEngine, kind: type[T]) -> T:
    """Return a term of the engine that is switched on."""
    (found,) = [term for term in engine.terms if isinstance(term, kind)]
    return found


@cache
def shipped() -> WalkingParameters:
    return load(config_folder() / "walking" / "engine.yaml", WalkingParameters)


def seen(
    step: RunningStep | None = None,
    *,
    excess: tuple[float, float] = (0.0, 0.0),
    outward: float = 0.0,
    rate: float = 0.0,
    executed: Sequence[float] | None = None,
    **told: Any,
) -> WalkState:
    """Return what a term sees: step, excess (forward, side) and filtered turn of the robot."""
    walking = shipped()
    following = JointTracking(
        RequestAgeParameters(1),
        replace(walking.play_measure, active=False),
        walking.sag,
        walking.still_joints,
        NAO,
    )
    if executed is not None:
        following.sent.append(executed)
    walk = WalkState(
        NAO.legs,
        GyroFilter(walking.balance),
        DcmError(walking.pendulum, walking.step, 0.05),
        following,
    )
    walk.gyro.pitch_rate = rate
    walk.dcm_error.forward, walk.dcm_error.side = excess
    walk.dcm_error.outward = outward
    walk.running = step or a_step()
    for name, value in told.items():
        setattr(walk, name, value)
    return walk


def standing_command(engine: WalkingEngine) -> JointCommand:
    return JointCommand(engine.placement.stance_joints, (1.0,) * 25)


def forward(speed: float) -> MotionRequest:
    return MotionRequest(Motion.WALK, forward=speed)


def on(side: Side, *, switched: bool = False, pressed: Side | None = None) -> RobotState:
    """Return a robot that stands on one foot; `pressed` loads the other one too."""
    changes = {f"{pressed.name.lower()}_pressure": True} if pressed else {}
    return robot_state(support=support(side, switched=switched, **changes))


def tilting(time: float, rate: float, axis: int, side: Side = Side.RIGHT) -> RobotState:
    """Return a robot that turns over its support sole at a constant rate, rad/s."""
    angle = rate * time
    return robot_state(
        support=support(side),
        pitch=angle if axis == 1 else 0.0,
        roll=angle if axis == 0 else 0.0,
        com=(0.002, 0.014 * side.sign, 0.035),
        **SOLES,
    )


def left_step(engine: WalkingEngine) -> RunningStep:
    """Begin a step of the left foot with zero length."""
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    engine.walk.running = replace(engine.running, swing=Side.LEFT)
    return engine.walk.running


def a_step(swing: Side = Side.LEFT, step: Step | None = None, *, share: float = 0.0) -> RunningStep:
    """Return a step of 250 ms from the stance, on the spot unless given, at a share of its time."""
    return RunningStep(
        kind=StepKind.STEPPING,
        step=step or Step(),
        swing=swing,
        start=FeetOffsets(FootOffset(), FootOffset()),
        lift=0.013,
        duration=0.25,
        lift_duration=0.25,
        sole_rate=0.7,
        cycle=CYCLE,
        time=share * 0.25,
    )


def finished(step: Step, end: StepEnd = StepEnd.SWITCH) -> RunningStep:
    """Return a step that has lasted as long as planned."""
    run = a_step(step=step, share=1.0)
    run.planned, run.end = step, end
    run.time += CYCLE
    return run


LASTS = finished(Step()).duration
"""Planned duration of a step, s."""


def made(
    step: Step | RunningStep,
    *,
    forward: float = 0.0,
    left: float = 0.0,
    turn: float = 0.0,
    took: float = LASTS,
    contact: bool = True,
) -> StepMade:
    """Return the result of a step; a planned step counts as ended by a switch, in time."""
    run = finished(step) if isinstance(step, Step) else step
    return StepMade(run, forward, left, turn, took, contact)


def through_a_ball(step: RunningStep, *, high_until: float = 0.0, **style: Any) -> KickStep:
    """Return the kick of a step that is still on its way to the ball."""
    how = replace(PLAIN, **style)
    return KickStep(step.swing, (), how, step.duration, 2.0 * step.duration, high_until)


def make_step(
    engine: WalkingEngine,
    request: MotionRequest,
    last: JointCommand,
    kind: StepKind = StepKind.STEPPING,
    state: RobotState | None = None,
) -> tuple[JointCommand, list[FeetOffsets]]:
    """Make one whole step that ends by a support switch; return the feet of every cycle."""
    engine.begin_step(kind, request, state or on(Side.LEFT), last)
    assert engine.running is not None
    swing = engine.running.swing
    feet = []
    for cycle in range(1, 10 * STEP_CYCLES):
        last = engine.command()
        ankles = [0.0] * JOINT_COUNT
        term(engine, AnkleStrategy).joints(ankles, engine.walk)
        both = zip(last.positions, ankles, strict=True)
        feet.append(engine.placement.offsets([joint - turn for joint, turn in both]))
        arrived = cycle >= STEP_CYCLES
        engine.update(on(swing if arrived else swing.other, switched=cycle == STEP_CYCLES))
        if engine.done:
            break
    return last, feet
