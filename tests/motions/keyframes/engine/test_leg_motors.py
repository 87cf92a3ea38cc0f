"""A dead leg motor ends a get-up at once, until a person has helped."""

from dataclasses import replace

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.leg_motors import LegMotors
from motions.perception.state import RobotState
from tests.fakes import robot_state
from tests.motions.keyframes.made import (
    LIBRARY,
    NAO,
    PARAMETERS,
    SAVING,
    STILL,
    engine,
    leaning,
    trim,
)

LIMITS = PARAMETERS.engine.malfunction
KNEE = Joint.L_KNEE_PITCH
LONG_ENOUGH = round(LIMITS.after / CYCLE) + 2


def pulling(joint: Joint, *, off: float, current: float) -> tuple[JointCommand, RobotState]:
    """Return a stiff robot with one joint off its request, rad, and the current of its motor."""
    wanted = [0.0] * JOINT_COUNT
    wanted[joint] = off
    currents = [0.3] * JOINT_COUNT
    currents[joint] = current
    stiff = (1.0,) * JOINT_COUNT
    state = robot_state(currents=tuple(currents), applied_stiffness=stiff)
    return JointCommand(tuple(wanted), stiff), state


def watched(*, off: float, current: float, cycles: int = LONG_ENOUGH) -> LegMotors:
    motors = LegMotors(NAO, LIMITS)
    for _ in range(cycles):
        motors.update(*pulling(KNEE, off=off, current=current))
    return motors


def test_a_joint_far_off_without_current_has_a_dead_motor() -> None:
    assert watched(off=0.5, current=0.0).dead == KNEE


def test_a_stuck_joint_draws_current_and_is_not_dead() -> None:
    assert watched(off=0.5, current=1.5).dead is None


def test_a_joint_near_its_request_may_idle() -> None:
    assert watched(off=0.05, current=0.0).dead is None


def test_a_short_time_without_current_is_no_defect() -> None:
    assert watched(off=0.5, current=0.0, cycles=LONG_ENOUGH // 2).dead is None


def test_a_motor_that_follows_is_alive_even_without_tolerance_for_idling() -> None:
    motors = LegMotors(NAO, replace(LIMITS, after=0.0))
    motors.update(*pulling(KNEE, off=0.0, current=0.0))
    assert motors.dead is None
    motors.update(*pulling(KNEE, off=0.5, current=0.0))
    assert motors.dead == KNEE


def test_a_limp_robot_does_not_change_the_verdict_on_a_motor() -> None:
    motors = watched(off=0.5, current=0.0)
    command, state = pulling(KNEE, off=0.5, current=0.0)
    limp = (0.0,) * JOINT_COUNT
    motors.update(replace(command, stiffness=limp), replace(state, applied_stiffness=limp))
    assert motors.dead == KNEE


def test_a_motor_that_works_again_is_alive() -> None:
    motors = watched(off=0.5, current=0.0)
    motors.update(*pulling(KNEE, off=0.5, current=1.0))
    assert motors.dead is None


def test_no_motor_is_watched_when_switched_off() -> None:
    motors = LegMotors(NAO, replace(LIMITS, active=False))
    for _ in range(LONG_ENOUGH):
        motors.update(*pulling(KNEE, off=0.5, current=0.0))
    assert motors.dead is None


def standing_up(made: KeyframeEngine, *, current: float) -> None:
    """Play on with a knee that does not follow, until the engine reports a fault or times out."""
    for _ in range(3 * LONG_ENOUGH):
        command = made.step(leaning(0))
        positions = list(command.positions)
        currents = [0.3] * JOINT_COUNT
        positions[KNEE] += 0.5
        currents[KNEE] = current
        made.update(
            leaning(
                0,
                positions=tuple(positions),
                currents=tuple(currents),
                applied_stiffness=(1.0,) * JOINT_COUNT,
            )
        )
        if made.torso_out or made.done:
            return


def broken(made: KeyframeEngine) -> KeyframeEngine:
    made.decide(Program.SIT_DOWN, leaning(0), STILL, fresh=True)
    standing_up(made, current=0.0)
    return made


def test_a_dead_leg_motor_breaks_the_motion_up_and_leaves_no_try() -> None:
    made = broken(engine())
    assert made.torso_out
    assert made.account().endswith("l_knee_pitch has a dead motor")
    made.break_up(leaning(0))
    assert not made.tries_left


def test_after_help_the_dead_motor_is_ignored() -> None:
    made = broken(engine())
    made.break_up(leaning(0))
    made.help_me()
    made.stand_up(leaning(0), STILL, helped=True)
    standing_up(made, current=0.0)
    assert (made.torso_out, made.tries_left) == (False, True)


def test_after_the_next_break_up_the_dead_motor_counts_again() -> None:
    made = broken(engine())
    made.break_up(leaning(0))
    made.stand_up(leaning(0), STILL, helped=True)
    made.break_up(leaning(0))
    assert not made.tries_left


def test_a_head_touch_stands_up_despite_a_dead_motor() -> None:
    made = broken(engine())
    made.stand_up(leaning(0), STILL, helped=False)
    standing_up(made, current=0.0)
    assert not made.torso_out


def test_switched_off_a_dead_motor_ends_nothing() -> None:
    own = PARAMETERS.engine
    off = replace(own, malfunction=replace(own.malfunction, active=False))
    made = broken(KeyframeEngine(NAO, LIBRARY, replace(PARAMETERS, engine=off), SAVING, trim()))
    assert (made.torso_out, made.tries_left) == (False, True)


def test_a_joint_just_made_stiff_or_limp_does_not_count_as_idle() -> None:
    """Stiffness is applied some cycles after the command: both must be stiff."""
    limp, (command, state) = (0.0,) * JOINT_COUNT, pulling(KNEE, off=0.5, current=0.0)
    for pair in (
        (replace(command, stiffness=limp), state),
        (command, replace(state, applied_stiffness=limp)),
    ):
        motors = LegMotors(NAO, LIMITS)
        for _ in range(LONG_ENOUGH):
            motors.update(*pair)
        assert motors.dead is None


def test_help_clears_the_observations_before_it() -> None:
    dead, idling = (
        watched(off=0.5, current=0.0),
        watched(off=0.5, current=0.0, cycles=LONG_ENOUGH - 5),
    )
    for motors in (dead, idling):
        motors.forget()
        assert motors.dead is None
        for _ in range(LONG_ENOUGH - 5):
            motors.update(*pulling(KNEE, off=0.5, current=0.0))
        assert motors.dead is None
