"""The facts on hand-made states: thresholds, hysteresis, debouncing and mutual exclusion."""

import math
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, Touch
from hsm.chart import facts
from hsm.chart.facts import FACTS
from hsm.control.assembly import load_settings
from hsm.control.monitors import Monitors
from hsm.control.thresholds import FactParameters
from motions.kinematics.geometry import Pose3
from motions.perception.health import Health, Heat
from motions.perception.state import Fall, RobotState
from motions.requests import Dive, Motion, MotionRequest
from tests.fakes import NAO, robot_state

STAND = MotionRequest()
WALK = MotionRequest(Motion.WALK, forward=0.1)
HIGH = MotionRequest(Motion.STAND_HIGH)
SIT = MotionRequest(Motion.SIT)
JUMP = MotionRequest(Motion.DIVE, dive=Dive.JUMP_LEFT)
WISHES = (STAND, WALK, HIGH, SIT, JUMP, MotionRequest(Motion.SPECIAL))


@pytest.fixture(scope="module")
def parameters() -> FactParameters:
    return load_settings().facts


class Watch:
    """All monitors, fed one state after another.

    Attributes:
        request: The request that is in force.
    """

    def __init__(self, parameters: FactParameters) -> None:
        self.monitors = Monitors(parameters, NAO.leg_joints)
        self.request = STAND
        self.forced = False
        self.silent = False

    def see(self, cycles: int = 1, **changes: Any) -> int:
        """Return the facts after some cycles of a healthy robot with the given changes of state."""
        bits = 0
        for _ in range(cycles):
            bits = self.monitors.update(
                robot_state(**changes),
                self.request,
                goes=self.request.wants_to_move,
                forced=self.forced,
                silent=self.silent,
                kicks=False,
                previews=False,
                kills=False,
                floats=False,
            )
        return bits

    def cycles_until(self, fact: int, most: int = 200, **changes: Any) -> int | None:
        """Return the number of cycles until a fact is true, or None if it never is."""
        for cycle in range(1, most + 1):
            if self.see(**changes) & fact:
                return cycle
        return None

    def cycles_while(self, fact: int, most: int = 200, **changes: Any) -> int | None:
        """Return the number of cycles until a fact is false, or None if it never is."""
        for cycle in range(1, most + 1):
            if not self.see(**changes) & fact:
                return cycle
        return None


@pytest.fixture
def watch(parameters: FactParameters) -> Watch:
    """Return the monitors of a robot that has stood for ten cycles."""
    found = Watch(parameters)
    found.see(10)
    return found


def deg(roll: float = 0.0, pitch: float = 0.0) -> dict[str, float]:
    return {"roll": math.radians(roll), "pitch": math.radians(pitch)}


def aged(cycles: int) -> dict[str, float]:
    return {"frame_age": cycles * CYCLE}


AIR: dict[str, Any] = {"contact": False}


# The link


def test_the_link_is_lost_after_more_than_a_hundred_milliseconds(watch: Watch) -> None:
    assert watch.see(**aged(8)) & facts.LINK_OK
    assert not watch.see(**aged(9)) & facts.LINK_OK


def test_three_frames_in_a_row_bring_the_link_back(watch: Watch) -> None:
    watch.see(**aged(9))
    assert watch.cycles_until(facts.LINK_OK) == 3


def test_single_frames_do_not_bring_the_link_back(watch: Watch) -> None:
    watch.see(**aged(9))
    for _ in range(20):
        assert not watch.see(2) & facts.LINK_OK
        assert not watch.see(**aged(1)) & facts.LINK_OK


def test_frames_ok_is_false_after_a_second_without_frames(watch: Watch) -> None:
    assert watch.see(**aged(83)) & facts.FRAMES_OK
    assert not watch.see(**aged(84)) & facts.FRAMES_OK


def test_link_and_frames_are_not_ok_before_the_first_frame(parameters: FactParameters) -> None:
    assert not Watch(parameters).see(**aged(1)) & (facts.FRAMES_OK | facts.LINK_OK)


def test_a_trusted_link_is_ok_from_the_first_frame_on(parameters: FactParameters) -> None:
    fresh = Watch(parameters)
    fresh.monitors.trust_link()
    assert fresh.see() & facts.LINK_OK


# Hardware


def test_one_or_two_implausible_frames_are_no_fault(watch: Watch) -> None:
    assert not watch.see(2, implausible=1) & facts.HW_FAULT
    watch.see()
    assert not watch.see(2, implausible=1) & facts.HW_FAULT


def test_three_implausible_frames_are_a_fault_until_a_second_of_plausible_ones(
    watch: Watch,
) -> None:
    assert watch.see(3, implausible=1) & facts.HW_FAULT
    assert watch.cycles_while(facts.HW_FAULT) == pytest.approx(1.0 / CYCLE, abs=1)


def test_lost_frames_neither_raise_nor_clear_a_fault(watch: Watch) -> None:
    watch.see(3, implausible=1)
    assert watch.see(200, **aged(5)) & facts.HW_FAULT


def test_without_frames_there_is_no_fault(watch: Watch) -> None:
    watch.see(3, implausible=1)
    assert not watch.see(**aged(100)) & facts.HW_FAULT
    assert watch.see() & facts.HW_FAULT


def test_one_stiff_leg_joint_makes_the_robot_count_as_stiff(watch: Watch) -> None:
    stiffness = [0.0] * JOINT_COUNT
    stiffness[Joint.HEAD_YAW] = 1.0
    assert not watch.see(applied_stiffness=tuple(stiffness)) & facts.STIFF
    stiffness[Joint.R_ANKLE_ROLL] = 0.11
    assert watch.see(applied_stiffness=tuple(stiffness)) & facts.STIFF


# Attitude


@pytest.mark.parametrize("lean", [deg(roll=19), deg(roll=-19), deg(pitch=29), deg(pitch=-29)])
def test_five_frames_with_a_small_lean_count_as_upright(
    watch: Watch, lean: dict[str, float]
) -> None:
    watch.see(**deg(roll=90))
    assert watch.cycles_until(facts.UPRIGHT, **lean) == 5


@pytest.mark.parametrize("lean", [deg(roll=23), deg(roll=-23), deg(pitch=33), deg(pitch=-33)])
def test_a_large_lean_ends_upright_in_the_first_frame(watch: Watch, lean: dict[str, float]) -> None:
    assert not watch.see(**lean) & facts.UPRIGHT


@pytest.mark.parametrize("lean", [deg(roll=21), deg(pitch=31)])
def test_upright_is_kept_within_the_hysteresis_band(watch: Watch, lean: dict[str, float]) -> None:
    assert watch.see(50, **lean) & facts.UPRIGHT
    watch.see(**deg(roll=90))
    assert not watch.see(50, **lean) & facts.UPRIGHT


def test_calm_has_a_hysteresis(watch: Watch) -> None:
    slow, middle, fast = ((0.0, math.radians(rate), 0.0) for rate in (9.0, 11.0, 13.0))
    assert watch.see(gyro=slow) & facts.CALM
    assert watch.see(gyro=middle) & facts.CALM
    assert not watch.see(gyro=fast) & facts.CALM
    assert not watch.see(gyro=middle) & facts.CALM


def test_fast_rotation_clears_calm_and_no_other_fact(watch: Watch) -> None:
    calm, restless = watch.see(), watch.see(gyro=(3.0, 0.0, 0.0))
    assert calm ^ restless == facts.CALM


@pytest.mark.parametrize("fall", Fall)
def test_the_fact_falling_holds_only_in_the_phase_falling(watch: Watch, fall: Fall) -> None:
    assert bool(watch.see(fall=fall) & facts.FALLING) is (fall is Fall.FALLING)


# Lifted


def test_an_upright_robot_without_ground_contact_is_lifted(watch: Watch) -> None:
    assert not watch.see() & facts.LIFTED
    assert watch.see(**AIR) & facts.LIFTED
    assert not watch.see() & facts.LIFTED


@pytest.mark.parametrize("fall", [Fall.FALLING, Fall.FALLEN])
def test_a_falling_or_fallen_robot_is_not_lifted(watch: Watch, fall: Fall) -> None:
    assert not watch.see(10, **AIR, fall=fall) & facts.LIFTED


def test_a_fallen_robot_lies_until_it_is_upright_again(watch: Watch) -> None:
    tilted = {"roll": math.radians(80.0)}
    assert not watch.see(5) & facts.LYING
    assert watch.see(fall=Fall.FALLEN, **tilted) & facts.LYING
    assert not watch.see(fall=Fall.FALLING, **tilted) & facts.LYING
    assert not watch.see(20, fall=Fall.FALLEN) & facts.LYING


def test_a_staggering_robot_is_lifted(watch: Watch) -> None:
    assert watch.see(**AIR, fall=Fall.STAGGERING) & facts.LIFTED


def test_a_robot_switched_on_while_lying_is_not_lifted(parameters: FactParameters) -> None:
    assert not Watch(parameters).see(100, **AIR, **deg(pitch=88)) & facts.LIFTED


def test_a_lifted_robot_stays_lifted_when_a_person_turns_it(watch: Watch) -> None:
    watch.see(**AIR)
    assert watch.see(**AIR, **deg(pitch=80)) & facts.LIFTED


def test_a_fallen_robot_that_is_held_upright_is_lifted(watch: Watch) -> None:
    watch.see(50, **AIR, **deg(pitch=85), fall=Fall.FALLEN)
    assert watch.cycles_until(facts.LIFTED, **AIR) == 5


# Soles


def soles(left_mm: float, right_mm: float) -> dict[str, Pose3]:
    return {
        "left_sole": Pose3(0.0, 0.05, -1e-3 * left_mm),
        "right_sole": Pose3(0.0, -0.05, -1e-3 * right_mm),
    }


@pytest.mark.parametrize("heights", [(213, 213), (213, 234), (230, 230)])
def test_soles_at_walking_height_are_level(watch: Watch, heights: tuple[float, float]) -> None:
    watch.see(**soles(100, 100))
    assert watch.see(**soles(*heights)) & facts.SOLES_LEVEL


@pytest.mark.parametrize("heights", [(208, 230), (230, 239), (248, 248), (100, 100)])
def test_soles_at_other_heights_are_not_level(watch: Watch, heights: tuple[float, float]) -> None:
    assert not watch.see(**soles(*heights)) & facts.SOLES_LEVEL


def test_level_soles_have_a_hysteresis_of_three_millimetres(watch: Watch) -> None:
    assert watch.see(**soles(210, 237)) & facts.SOLES_LEVEL
    watch.see(**soles(100, 100))
    assert not watch.see(**soles(210, 237)) & facts.SOLES_LEVEL


# The operator


def touch(*pads: Touch) -> dict[str, tuple[float, ...]]:
    return {"touch": tuple(float(pad in pads) for pad in Touch)}


HEAD_PADS = (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE, Touch.HEAD_REAR)
TWO_PADS = touch(Touch.HEAD_FRONT, Touch.HEAD_REAR)


@pytest.mark.parametrize("pads", [*combinations(Touch, 1), *combinations(HEAD_PADS, 2), HEAD_PADS])
def test_a_head_touch_needs_two_of_the_three_head_pads(
    watch: Watch, pads: tuple[Touch, ...]
) -> None:
    assert bool(watch.see(**touch(*pads)) & facts.HEAD_TOUCH) is (len(pads) >= 2)


def test_pads_of_hands_and_chest_do_not_count_as_a_second_head_pad(watch: Watch) -> None:
    elsewhere = [pad for pad in Touch if pad not in HEAD_PADS]
    assert not watch.see(20, **touch(Touch.HEAD_MIDDLE, *elsewhere)) & facts.HEAD_TOUCH


@pytest.mark.parametrize(("change", "touched"), [(-0.01, False), (0.0, True), (0.01, True)])
def test_a_pad_is_touched_at_or_above_its_threshold(
    watch: Watch, parameters: FactParameters, change: float, touched: bool
) -> None:
    pads = [0.0] * len(Touch)
    for pad in HEAD_PADS:
        pads[pad] = parameters.operator.touched_above + change
    assert bool(watch.see(touch=tuple(pads)) & facts.HEAD_TOUCH) is touched


def test_a_lasting_head_touch_gives_a_single_pulse(watch: Watch) -> None:
    pulses = [bool(watch.see(**TWO_PADS) & facts.HEAD_TOUCH) for _ in range(200)]
    assert pulses.count(True) == 1 and pulses[0]


def test_a_head_touch_counts_again_after_a_second(watch: Watch) -> None:
    watch.see(**TWO_PADS)
    watch.see(10)
    assert not watch.see(**TWO_PADS) & facts.HEAD_TOUCH
    watch.see(84)
    assert watch.see(**TWO_PADS) & facts.HEAD_TOUCH


def test_a_forced_limp_sets_force_limp_and_limp_req(watch: Watch) -> None:
    watch.forced = True
    assert watch.see() & facts.FORCE_LIMP
    assert watch.see() & facts.LIMP_REQ


# Requests


def requests(bits: int) -> set[str]:
    wishes = {"walk_req", "high_req", "dive_req", "special_req", "limp_req"}
    return wishes & set(FACTS.names(bits))


def test_a_request_to_stand_sets_no_request_fact(watch: Watch) -> None:
    assert requests(watch.see()) == set()


def test_a_non_zero_speed_is_a_walk_request(watch: Watch) -> None:
    watch.request = WALK
    assert requests(watch.see()) == {"walk_req"}


def test_a_walk_at_zero_speed_is_no_walk_request(watch: Watch) -> None:
    watch.request = MotionRequest(Motion.WALK)
    assert requests(watch.see()) == set()


def test_there_is_no_walk_request_without_ground_contact(watch: Watch) -> None:
    watch.request = WALK
    assert requests(watch.see(**AIR)) == set()


@pytest.mark.parametrize("motion", [Motion.SIT, Motion.CLEAR_FAULT])
def test_sit_and_clear_fault_are_limp_requests(watch: Watch, motion: Motion) -> None:
    watch.request = MotionRequest(motion)
    assert requests(watch.see()) == {"limp_req"}


def test_silence_is_a_limp_request_whatever_was_requested(watch: Watch) -> None:
    watch.request = WALK
    watch.silent = True
    assert requests(watch.see()) == {"limp_req"}


@pytest.mark.parametrize("request_", [WALK, JUMP])
def test_an_upright_robot_without_an_inertial_unit_stands_for_two_seconds_and_sits_down(
    watch: Watch, request_: MotionRequest
) -> None:
    watch.see()
    watch.request = request_
    assert requests(watch.see(160, imu_alive=False)) == set()
    assert requests(watch.see(10, imu_alive=False)) == {"limp_req"}


def test_a_robot_that_lies_without_an_inertial_unit_rests_at_once(watch: Watch) -> None:
    watch.see(10, pitch=1.5)
    watch.request = WALK
    assert requests(watch.see(pitch=1.5, imu_alive=False)) == {"limp_req"}


@pytest.mark.parametrize("health", [Health(heat=Heat.HOT), Health(empty=True)])
def test_hot_legs_and_an_empty_battery_are_limp_requests_whatever_was_requested(
    watch: Watch, health: Health
) -> None:
    watch.request = WALK
    assert requests(watch.see(health=Health(heat=Heat.WARM))) == {"walk_req"}
    assert requests(watch.see(health=health)) == {"limp_req"}


def test_a_clear_fault_request_sets_clear_req(watch: Watch) -> None:
    assert not watch.see() & facts.CLEAR_REQ
    watch.request = MotionRequest(Motion.CLEAR_FAULT)
    assert watch.see() & facts.CLEAR_REQ


def test_a_special_motion_is_a_special_request(watch: Watch) -> None:
    watch.request = MotionRequest(Motion.SPECIAL)
    assert requests(watch.see()) == {"special_req"}


@pytest.mark.parametrize("dive", Dive)
def test_every_dive_is_a_dive_request_and_only_a_jump_is_a_jump_request(
    watch: Watch, dive: Dive
) -> None:
    watch.request = MotionRequest(Motion.DIVE, dive=dive)
    assert requests(watch.see()) == {"dive_req"}
    assert bool(watch.see() & facts.JUMP_REQ) is (dive in (Dive.JUMP_LEFT, Dive.JUMP_RIGHT))


@pytest.mark.parametrize("down", [{"fall": Fall.FALLEN, "roll": 1.5}, {"com_height": 0.15}])
def test_a_requested_dive_keeps_a_low_robot_from_getting_up(
    watch: Watch, down: dict[str, Any]
) -> None:
    watch.request = JUMP
    assert not watch.see(**down) & facts.GET_UP_REQ
    watch.request = STAND
    assert watch.see(**down) & facts.GET_UP_REQ


def test_a_limp_request_overrides_a_dive(watch: Watch) -> None:
    watch.request = JUMP
    assert requests(watch.see(200, imu_alive=False)) == {"limp_req"}


def test_standing_high_is_a_high_request(watch: Watch) -> None:
    watch.request = HIGH
    assert requests(watch.see(imu_quiet_time=0.0)) == {"high_req"}


def test_a_squat_is_detected_with_a_hysteresis_and_requests_a_get_up(watch: Watch) -> None:
    both = facts.SQUATS | facts.GET_UP_REQ
    assert not watch.see(com_height=0.211) & both
    assert watch.see(com_height=0.209) & both == both
    assert watch.see(com_height=0.224) & both == both
    assert not watch.see(com_height=0.226) & both


def test_a_lying_robot_does_not_count_as_squatting(watch: Watch) -> None:
    assert not watch.see(com_height=0.1, **deg(pitch=85)) & facts.SQUATS


def test_a_fallen_robot_requests_a_get_up_beside_a_special_motion(watch: Watch) -> None:
    watch.request = MotionRequest(Motion.SPECIAL)
    bits = watch.see(fall=Fall.FALLEN, **deg(pitch=85), **AIR)
    assert bits & facts.GET_UP_REQ and requests(bits) == {"special_req"}


def test_a_falling_robot_does_not_request_a_get_up(watch: Watch) -> None:
    assert not watch.see(fall=Fall.FALLING, com_height=0.15) & facts.GET_UP_REQ


def all_combinations() -> Iterator[tuple[RobotState, MotionRequest, bool, bool]]:
    """Yield every combination of fall, contact, pitch, height, broken sensors and request."""
    flags = (False, True)
    grid = product(Fall, flags, (0.0, 1.4), (0.1, 0.265), flags, WISHES)
    for fall, contact, pitch, com, broken, request in grid:
        state = robot_state(
            fall=fall, contact=contact, pitch=pitch, com_height=com, imu_quiet_time=1.0,
            frame_age=0.5 if broken else 0.0, imu_alive=not broken,
        )  # fmt: skip
        for forced, silent in product(flags, flags):
            yield state, request, forced, silent


def test_the_monitors_never_violate_an_assumption_of_the_proofs(parameters: FactParameters) -> None:
    monitors = Monitors(parameters, NAO.leg_joints)
    for state, request, forced, silent in all_combinations():
        for _ in range(6):
            bits = monitors.update(
                state, request, goes=request.wants_to_move, forced=forced, silent=silent,
                kicks=False, previews=False, kills=False, floats=False,
            )  # fmt: skip
            assert FACTS.repair(bits)[1] == (), FACTS.names(bits)
