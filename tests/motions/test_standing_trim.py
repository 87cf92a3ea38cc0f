"""Standing trim: joint zero errors of the legs are measured by standing soles and removed."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import LEG_JOINTS, Joint
from hardware.sensors_and_commands import JointCommand
from hsm.control.assembly import load_settings
from hsm.states.components import build_components
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import Fall, RobotState
from motions.requests import Motion, MotionRequest
from motions.standing_trim import StandingTrim
from motions.walking.terms.trim import WalkTrim, WalkTrimParameters
from tests.fakes import NAO, STANCE, robot_state

PARAMETERS: WalkTrimParameters = getattr(load_settings().walking, WalkTrim.group)
CYCLES = 100


STANCE_COMMAND = JointCommand(STANCE, (1.0,) * len(Joint))


def legs_pitch(command: JointCommand) -> float:
    """Return the sum of the pitch joints of both legs: the sum of both soles' pitches, rad."""
    return sum(
        command.positions[joint]
        for leg in NAO.legs.values()
        for joint in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch)
    )


def seen(pitch: float, roll: float = 0.0, **changes: object) -> RobotState:
    """Return an upright robot whose joints report tilted soles, deg."""
    rotation = rotation_from_rpy(math.radians(roll), math.radians(pitch), 0.0)
    soles = {
        f"{side.name.lower()}_sole": Pose3(0.0, 0.05 * side.sign, -0.23, rotation) for side in Side
    }
    return robot_state(**soles, **changes)


def taken_out(*robots: RobotState) -> list[float]:
    """Return what robots that have stood like this for a while add to their joints, deg."""
    trim = StandingTrim(NAO, PARAMETERS)
    for _ in range(CYCLES):
        for robot in robots:
            trim.look(robot)
        joints = [0.0] * len(Joint)
        trim.update(NAO.cycle)
        trim.apply(joints)
    return [math.degrees(joint) for joint in joints]


def test_a_lean_back_of_a_standing_robot_is_trimmed_in_both_legs() -> None:
    added = taken_out(seen(-6.0))
    for hip, knee, ankle in (
        (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH, Joint.L_ANKLE_PITCH),
        (Joint.R_HIP_PITCH, Joint.R_KNEE_PITCH, Joint.R_ANKLE_PITCH),
    ):
        assert added[hip] + added[knee] + added[ankle] == pytest.approx(-6.0)
        assert min(added[hip], added[knee], key=abs) != 0.0
        assert abs(added[ankle]) > abs(added[hip])
    assert {joint for joint in Joint if added[joint]} <= set(LEG_JOINTS)


def test_a_lean_forward_and_a_sole_on_its_edge_are_not_trimmed() -> None:
    assert taken_out(seen(5.0)) == pytest.approx([0.0] * len(Joint))
    assert taken_out(seen(5.0, 4.0)) == pytest.approx([0.0] * len(Joint))
    assert taken_out(seen(-6.0, 4.0)) == pytest.approx(taken_out(seen(-6.0)))


def test_the_trim_is_limited_in_speed_and_angle() -> None:
    trim = StandingTrim(NAO, PARAMETERS)
    before = 0.0
    for _ in range(2 * CYCLES):
        trim.look(seen(-40.0))
        joints = [0.0] * len(Joint)
        trim.update(NAO.cycle)
        trim.apply(joints)
        turned = sum(joints[joint] for joint in (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH))
        turned += joints[Joint.L_ANKLE_PITCH]
        assert abs(turned - before) <= PARAMETERS.speed * NAO.cycle + 1e-9
        before = turned
    assert before == pytest.approx(-PARAMETERS.pitch_limit)


def test_a_robot_that_sways_over_its_soles_is_trimmed_by_the_mean() -> None:
    swaying = taken_out(*(seen(-6.0 + sway) for sway in (-2.0, 2.0)))
    assert swaying == pytest.approx(taken_out(seen(-6.0)), abs=0.1)


@pytest.mark.parametrize("missing", [{"contact": False}, {"blind": True}])
def test_soles_in_the_air_and_a_blind_robot_teach_nothing(
    missing: dict[str, bool],
) -> None:
    assert taken_out(seen(-6.0, **missing)) == pytest.approx([0.0] * len(Joint))


def test_a_robot_just_switched_on_is_trimmed_only_beyond_the_error_of_its_attitude() -> None:
    nothing = pytest.approx([0.0] * len(Joint))
    assert taken_out(seen(-math.degrees(PARAMETERS.young_doubt), young=True)) == nothing
    sure = -math.degrees(PARAMETERS.young_doubt + PARAMETERS.back_full)
    assert taken_out(seen(sure, young=True)) == pytest.approx(taken_out(seen(sure)))


def test_the_switch_of_the_walks_trim_also_switches_this_trim_off() -> None:
    trim = StandingTrim(NAO, replace(PARAMETERS, active=False))
    trim.look(seen(-6.0))
    joints = [0.0] * len(Joint)
    trim.update(NAO.cycle)
    trim.apply(joints)
    assert not any(joints)


def known_pitch(trim: StandingTrim) -> float:
    """Return the known pitch of the left sole, deg."""
    return math.degrees(trim.soles.known[Side.LEFT].pitch)


def stood(pitch: float) -> StandingTrim:
    """Return a trim after some time on soles that appear tilted by this pitch, deg."""
    trim = StandingTrim(NAO, PARAMETERS)
    for _ in range(CYCLES):
        trim.look(seen(pitch))
        trim.update(NAO.cycle)
    return trim


def test_a_new_pose_starts_without_a_jump_and_keeps_the_known_tilt() -> None:
    trim = stood(-6.0)
    last = list(STANCE)
    trim.apply(last)
    joints = list(trim.begin(last))
    assert joints == pytest.approx(list(STANCE))
    trim.apply(joints)
    assert joints == pytest.approx(last)
    assert known_pitch(trim) == pytest.approx(-6.0)


def test_new_measurements_soon_outweigh_the_known_tilt() -> None:
    trim = stood(-6.0)
    trim.begin(STANCE)
    for _ in range(CYCLES):
        trim.look(seen(-9.0))
    assert known_pitch(trim) == pytest.approx(-9.0, abs=0.6)


def test_a_robot_that_tips_over_its_soles_teaches_nothing() -> None:
    trim = stood(-6.0)
    for _ in range(CYCLES):
        trim.look(seen(-20.0, fall=Fall.STAGGERING))
    assert known_pitch(trim) == pytest.approx(-6.0)


def test_a_robot_that_began_with_a_walk_stands_with_the_trim_of_the_walk() -> None:
    trim = StandingTrim(NAO, PARAMETERS)
    WalkTrim(PARAMETERS, trim.soles).stand(seen(-8.0))
    trim.begin(STANCE)
    trim.look(seen(-8.0))
    assert known_pitch(trim) == pytest.approx(-8.0)


def test_a_short_measurement_before_a_walk_does_not_outweigh_a_long_one() -> None:
    trim = stood(-6.0)
    WalkTrim(PARAMETERS, trim.soles).stand(seen(-11.0, roll=2.0))  # still sways from a stop
    assert known_pitch(trim) == pytest.approx(-6.0)
    assert math.degrees(trim.soles.known[Side.LEFT].roll) == pytest.approx(2.0)


def test_energy_saving_does_not_take_the_trim_for_sag() -> None:
    loaded = load_settings()
    settings = replace(loaded, saving=replace(loaded.saving, active=True))
    standing = build_components(settings).standing
    robot = seen(-6.0)
    standing.settle(JointCommand(robot.positions, (1.0,) * len(Joint)), robot)
    for _ in range(600):
        command = standing.command(robot)
        robot = seen(-6.0, positions=command.positions)  # joints that follow exactly
    turned = math.degrees(legs_pitch(command) - legs_pitch(STANCE_COMMAND))
    assert turned == pytest.approx(2 * -6.0, abs=0.1)


def test_a_walk_continues_with_the_trim_of_the_stand_and_adds_no_more() -> None:
    parts = build_components(load_settings())
    robot, asked = seen(-8.0), MotionRequest(Motion.WALK, 0.1)
    parts.standing.settle(STANCE_COMMAND, robot)
    for _ in range(CYCLES):
        last = parts.standing.command(robot)
    parts.walking.begin_delay(asked, robot, last)
    pitches = []
    for _ in range(20):
        parts.walking.update(robot)
        last = parts.walking.command()
        pitches.append(math.degrees(legs_pitch(last) - legs_pitch(STANCE_COMMAND)))
    assert pitches == pytest.approx([2 * -8.0] * 20, abs=1.0)  # the delay stretches a leg
