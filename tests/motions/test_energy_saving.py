"""Energy saving: requests follow resting joints, by small angles and for a limited time."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import ARM_JOINTS, JOINT_COUNT, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hsm.control.assembly import MotionSettings
from motions.energy_saving import EnergySaving, EnergySavingParameters
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import BlockEnergySaving as Allowed
from motions.keyframes.motions.motion import KeyframeMotion, Saving
from motions.perception.state import RobotState
from tests.fakes import robot_state
from tests.motions.keyframes.made import LIBRARY, NAO, PARAMETERS, STILL, block, keyframe, trim

KNEE, SHOULDER = Joint.L_KNEE_PITCH, Joint.L_SHOULDER_PITCH
ALL = LEG_JOINTS + ARM_JOINTS
ZERO = (0.0,) * JOINT_COUNT


@pytest.fixture(scope="module")
def own(settings: MotionSettings) -> EnergySavingParameters:
    return replace(settings.saving, active=True)


def resting(
    sag: dict[Joint, float], current: float = 0.0, *, contact: bool = True, lean: float = 0.0
) -> RobotState:
    """Return a robot whose joints hang by some angles, deg, and whose motors draw a current, A."""
    positions, currents = [0.0] * JOINT_COUNT, [0.0] * JOINT_COUNT
    for joint, angle in sag.items():
        positions[joint], currents[joint] = math.radians(angle), current
    return robot_state(
        positions=tuple(positions),
        currents=tuple(currents),
        contact=contact,
        com=(lean, 0.0, 0.035),
    )


def after(
    saving: EnergySaving, state: RobotState, seconds: float, joints: tuple[Joint, ...] = ALL
) -> tuple[float, ...]:
    """Return the offsets after some time of rest, deg."""
    for _ in range(round(seconds / CYCLE)):
        saving.apply(ZERO, state, joints)
    return tuple(math.degrees(offset) for offset in saving.offsets)


def test_the_first_offset_is_the_error_of_the_joint_but_one_degree_at_most(
    own: EnergySavingParameters,
) -> None:
    found = after(EnergySaving(NAO, own), resting({KNEE: 0.4, Joint.R_KNEE_PITCH: 5.0}), 0.3)
    assert (found[KNEE], found[Joint.R_KNEE_PITCH]) == pytest.approx((0.4, 1.0))


def test_the_request_of_a_loaded_motor_creeps_towards_its_joint(
    own: EnergySavingParameters,
) -> None:
    creeping = replace(own, base_limit=0.0)
    found = after(EnergySaving(NAO, creeping), resting({KNEE: 2.0}, current=0.2), 2.3)
    assert found[KNEE] == pytest.approx(4 * 0.0286, abs=1e-3)


def test_the_tenth_step_without_effect_is_a_larger_one(own: EnergySavingParameters) -> None:
    creeping = replace(own, base_limit=0.0)
    found = after(EnergySaving(NAO, creeping), resting({KNEE: 3.0, SHOULDER: 3.0}, 0.2), 5.4)
    assert found[KNEE] == pytest.approx(9 * 0.0286 + 0.2, abs=1e-3)
    assert found[SHOULDER] == pytest.approx(9 * 0.0286 + 0.458, abs=1e-3)


def test_the_request_of_a_motor_with_little_current_stays(own: EnergySavingParameters) -> None:
    creeping = replace(own, base_limit=0.0)
    assert after(EnergySaving(NAO, creeping), resting({KNEE: 2.0}, current=0.05), 5.0)[KNEE] == 0.0


def test_only_a_motor_with_high_current_exceeds_one_and_a_half_degrees(
    own: EnergySavingParameters,
) -> None:
    quick = replace(own, step=math.radians(0.5), patience=1000)
    warm = after(EnergySaving(NAO, quick), resting({KNEE: 9.0}, current=0.2), 6.0)
    hot = after(EnergySaving(NAO, quick), resting({KNEE: 9.0}, current=0.5), 6.0)
    assert (warm[KNEE], hot[KNEE]) == pytest.approx((1.5, 3.0))


def slipped(own: EnergySavingParameters) -> EnergySaving:
    """Return offsets of four leg joints so large that the posture has slipped."""
    quick = replace(own, step=math.radians(0.5))
    saving = EnergySaving(NAO, quick)
    after(saving, resting(dict.fromkeys(LEG_JOINTS[:4], 9.0), 0.2), 0.3 + 0.5)
    return saving


def test_a_slipped_posture_removes_all_offsets_in_three_seconds(
    own: EnergySavingParameters,
) -> None:
    saving, calm = slipped(own), resting({})
    sizes = [max(after(saving, calm, 0.5)) for _ in range(6)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[1] == pytest.approx(1.5 / 3.0 * 0.5, abs=0.02)
    assert sizes[-1] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(("lean", "given_back"), [(0.0, False), (0.06, True)])
def test_one_joint_may_have_a_large_offset_while_the_centre_of_mass_is_safe(
    own: EnergySavingParameters, lean: float, *, given_back: bool
) -> None:
    quick = replace(own, step=math.radians(0.5))
    saving = EnergySaving(NAO, quick)
    sagging = resting({KNEE: 9.0}, 0.5, lean=lean)
    largest = [after(saving, sagging, 0.5)[KNEE] for _ in range(10)]
    assert (largest[-1] < max(largest)) is given_back


def test_lost_ground_contact_removes_all_offsets(own: EnergySavingParameters) -> None:
    saving = EnergySaving(NAO, own)
    sagging = {KNEE: 0.8}
    assert after(saving, resting(sagging), 1.0)[KNEE] == pytest.approx(0.8)
    assert after(saving, resting(sagging, contact=False), 1.5)[KNEE] == pytest.approx(0.4, abs=0.01)


def test_a_robot_that_moves_on_has_no_offsets(own: EnergySavingParameters) -> None:
    saving = EnergySaving(NAO, own)
    after(saving, resting({KNEE: 0.8}), 1.0)
    saving.stop()
    assert saving.offsets == ZERO


def test_the_head_and_joints_that_are_not_allowed_get_no_offset(
    own: EnergySavingParameters,
) -> None:
    state = resting({Joint.HEAD_PITCH: 5.0, KNEE: 5.0, SHOULDER: 5.0}, 1.0)
    found = after(EnergySaving(NAO, own), state, 3.0, ARM_JOINTS)
    assert found[SHOULDER] > 1.0
    assert (found[KNEE], found[Joint.HEAD_PITCH]) == (0.0, 0.0)


def test_switched_off_there_are_no_offsets(own: EnergySavingParameters) -> None:
    saving = EnergySaving(NAO, replace(own, active=False))
    assert after(saving, resting({KNEE: 5.0}, 1.0), 2.0) == ZERO


@pytest.mark.parametrize(
    ("when", "playing", "done"),
    [(Saving.NONE, False, False), (Saving.IN_WAIT, False, True), (Saving.ALWAYS, True, True)],
)
def test_a_motion_determines_when_its_limbs_may_save_energy(
    own: EnergySavingParameters, when: Saving, *, playing: bool, done: bool
) -> None:
    motion = KeyframeMotion(("b",), energy_saving=Allowed(legs=when))
    motions = dict.fromkeys(LIBRARY.motions, motion)
    library = MotionLibrary(NAO, motions, {"b": block(keyframe(0.0, duration=1.0))})
    engine = KeyframeEngine(NAO, library, PARAMETERS, own, trim())
    sagging = resting({KNEE: 0.8, SHOULDER: 0.8})
    engine.decide(Program.SIT_DOWN, sagging, STILL, fresh=True)

    def moved(command: JointCommand) -> bool:
        assert command.positions[SHOULDER] == 0.0  # only the legs may
        return command.positions[KNEE] != 0.0

    found = []
    for _ in range(100):
        engine.update(sagging)
        found.append(moved(engine.step(sagging)))
    assert (any(found[:70]), found[-1]) == (playing, done)
