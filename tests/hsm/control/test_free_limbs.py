"""Head and arms follow wishes only in leaves that leave them free."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from hsm.chart import Leaf
from hsm.chart.leaves import FALL_PROTECTION, KICK_PHASE, PICKED_UP, ROBOT, STAND, WALK
from hsm.control.assembly import MotionSettings
from hsm.states.state import STATE_FACTORIES
from motions.kinematics.geometry import Pose2
from motions.limbs.overlay import FreeLimbs, LimbOverlay
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from tests.fakes import SOLES, STANCE, robot_state
from tests.hsm.control.bench import Bench

BACK = ArmWish(ArmProgram.BACK)
ASIDE = HeadWish(pan=1.2, tilt=0.1, speed=2.0)
WALKS = MotionRequest(Motion.WALK, forward=0.15)
WISHED = replace(WALKS, head=ASIDE, left_arm=BACK, right_arm=BACK)


@pytest.fixture
def bench(settings: MotionSettings) -> Bench:
    return Bench(settings).standing()


def limbs(bench: Bench) -> LimbOverlay:
    return bench.cycle.components.limbs


def lying(frame: SensorFrame) -> SensorFrame:
    felt = (-9.81, 0.0, frame.accelerometer[2] - 9.81)
    return replace(frame, accelerometer=felt, angles=(0.0, 0.5 * math.pi))


@pytest.mark.parametrize("leaf", ROBOT.leaves, ids=lambda leaf: leaf.name)
def test_limbs_are_free_when_standing_walking_or_picked_up_and_the_head_in_a_kick(
    leaf: Leaf,
) -> None:
    free = any(leaf.name in state for state in (STAND, WALK, PICKED_UP))
    some = FreeLimbs.HEAD if leaf.name in KICK_PHASE else FreeLimbs.NONE
    expected = FreeLimbs.ALL if free else some
    assert STATE_FACTORIES[leaf].func.free is expected


def test_without_a_wish_the_motions_command_is_unchanged(settings: MotionSettings) -> None:
    overlay = LimbOverlay(settings.robot, settings.head, settings.arms)
    bench = Bench(settings).standing()
    for outcome in bench.run(0.5, WALKS):
        command = outcome.command
        laid = overlay.lay(command, FreeLimbs.ALL, WALKS, outcome.robot, command)
        assert laid is command


@pytest.mark.parametrize("missing", [FreeLimbs.HEAD, FreeLimbs.LEFT_ARM, FreeLimbs.RIGHT_ARM])
def test_a_limb_that_is_not_free_keeps_the_motions_command(
    settings: MotionSettings, missing: FreeLimbs
) -> None:
    robot, overlay = settings.robot, LimbOverlay(settings.robot, settings.head, settings.arms)
    command = Bench(settings).standing().step(WALKS).command
    last = command
    for _ in range(50):
        last = overlay.lay(command, FreeLimbs.ALL & ~missing, WISHED, robot_state(), last)
    joints = {
        FreeLimbs.HEAD: robot.head,
        FreeLimbs.LEFT_ARM: robot.arms[Side.LEFT],
        FreeLimbs.RIGHT_ARM: robot.arms[Side.RIGHT],
    }
    for limb, places in joints.items():
        same = all(last.positions[joint] == command.positions[joint] for joint in places)
        assert same == (limb is missing)
    others = set(range(len(last.positions))) - {*robot.head, *robot.arm_joints}
    assert all(last.positions[joint] == command.positions[joint] for joint in others)


def test_limbs_follow_wishes_when_standing_and_walking_and_return_smoothly(
    bench: Bench, settings: MotionSettings
) -> None:
    head, arms = settings.robot.head, settings.robot.arm_joints
    bench.steps = True
    fastest = 0.0
    before = bench.positions
    requests = [(2.0, replace(WISHED, motion=Motion.STAND, forward=0.0)), (3.0, WISHED)]
    for seconds, request in [*requests, (5.0, WALKS)]:
        for outcome in bench.run(seconds, request):
            now = outcome.command.positions
            moved = max(abs(now[joint] - before[joint]) for joint in (*head, *arms))
            fastest, before = max(fastest, moved / CYCLE), now
        if request.head is not None:
            assert now[head[0]] == pytest.approx(1.2)
            assert math.degrees(now[settings.robot.arms[Side.LEFT][0]]) == pytest.approx(106.0)
    assert outcome.leaf.startswith("WalkPhase")
    assert (now[head[0]], now[head[1]]) == (0.0, 0.0)
    assert not limbs(bench).head.active
    assert not any(arm.active for arm in limbs(bench).arms.values())
    assert fastest <= settings.arms.fastest + 1e-6


def test_an_arm_is_stiffened_only_while_it_has_a_wish(
    bench: Bench, settings: MotionSettings
) -> None:
    arm = settings.robot.arms[Side.LEFT][0]
    soft = bench.stiffness[arm]
    list(bench.run(0.2, replace(MotionRequest(), left_arm=BACK)))
    assert bench.stiffness[arm] == settings.arms.stiffness > soft
    assert bench.stiffness[settings.robot.arms[Side.RIGHT][0]] == soft
    list(bench.run(4.0, MotionRequest()))
    assert bench.stiffness[arm] == soft


def test_a_hand_without_a_wish_closes_no_faster_than_its_speed_limit(
    bench: Bench, settings: MotionSettings
) -> None:
    arm, hand = settings.robot.arms[Side.LEFT], settings.robot.hands[0]
    angles = tuple(bench.positions[joint] for joint in arm)  # where the motion holds the arm
    opens = ArmWish(angles=angles, speeds=(1.0,) * len(angles), hand=1.0)
    *_, opened = bench.run(1.0, replace(MotionRequest(), left_arm=opens))
    assert opened.command.positions[hand] == 1.0
    openings = [1.0, *(made.command.positions[hand] for made in bench.run(1.0, MotionRequest()))]
    steps = [after - before for before, after in pairwise(openings)]
    assert openings[-1] == 0.0
    assert min(steps) == pytest.approx(-settings.arms.hand_speed * CYCLE)


def test_a_fall_takes_over_head_and_arms(bench: Bench) -> None:
    list(bench.run(3.0, replace(WISHED, motion=Motion.STAND, forward=0.0)))
    request = replace(WISHED, motion=Motion.STAND, forward=0.0)
    for outcome in bench.run(1.0, request, lying):
        if outcome.leaf in FALL_PROTECTION:
            break
    else:
        raise AssertionError("no fall was found")
    assert not limbs(bench).head.active
    assert not any(arm.active for arm in limbs(bench).arms.values())


def test_wishes_that_are_not_followed_are_reported(bench: Bench) -> None:
    """Wishes for limbs that a motion keeps used to be ignored silently."""
    request = replace(WISHED, motion=Motion.STAND, forward=0.0, head=LOOKS)
    *_, stood = bench.run(0.2, request)
    assert stood.info.unfollowed == ()
    for fell in bench.run(1.0, request, lying):
        if fell.leaf in FALL_PROTECTION:
            break
    assert fell.info.unfollowed == ("head", "left_arm", "right_arm")
    overlay = limbs(bench)
    assert overlay.unfollowed(FreeLimbs.ALL) == ("head",), "the fall has discarded its target point"
    assert overlay.unfollowed(FreeLimbs.HEAD) == ("head", "left_arm", "right_arm")
    assert bench.step(MotionRequest()).info.unfollowed == ()


def test_an_emergency_stop_takes_over_the_limbs_at_once(bench: Bench) -> None:
    list(bench.run(2.0, WISHED))
    outcome = bench.step(replace(WISHED, motion=Motion.LIMP, forward=0.0))
    assert max(outcome.command.stiffness) == 0.0
    assert not limbs(bench).head.active


def test_a_nan_from_a_limb_leads_to_fault_with_finite_commands(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limbs(bench).head, "step", lambda *_, **__: (math.nan, 0.0))
    outcome = bench.step(replace(MotionRequest(), head=ASIDE))
    assert outcome.leaf == "Fault"
    assert math.isfinite(sum(outcome.command.positions))


LOOKS = HeadWish(HeadMode.TARGET, target=(1.0, 1.0, 0.0), speed=5.0)


def overlay_after(
    settings: MotionSettings, *stretches: tuple[HeadWish | None, float, FreeLimbs]
) -> LimbOverlay:
    """Return an overlay after 200 cycles with each wish, at the given distance ahead, m."""
    overlay = LimbOverlay(settings.robot, settings.head, settings.arms)
    command = JointCommand(STANCE, (1.0,) * len(STANCE))
    last = command
    for wish, forward, free in stretches:
        robot = robot_state(odometry=Pose2(forward), **SOLES)
        for _ in range(200):
            last = overlay.lay(command, free, MotionRequest(head=wish), robot, last)
    return overlay


@pytest.mark.parametrize("number", [0, 1])
def test_a_repeated_target_point_is_new_only_with_another_number(
    settings: MotionSettings, number: int
) -> None:
    again = replace(LOOKS, number=number)
    overlay = overlay_after(settings, (LOOKS, 0.0, FreeLimbs.ALL), (again, 1.0, FreeLimbs.ALL))
    assert math.degrees(overlay.head.angles[0]) == pytest.approx(45.0 if number else 90.0)


def test_a_target_point_stays_put_while_a_motion_keeps_the_head(
    settings: MotionSettings,
) -> None:
    overlay = overlay_after(
        settings,
        (LOOKS, 0.0, FreeLimbs.ALL),
        (LOOKS, 1.0, FreeLimbs.NONE),
        (LOOKS, 1.0, FreeLimbs.ALL),
    )
    assert math.degrees(overlay.head.angles[0]) == pytest.approx(90.0)


def test_a_fall_discards_a_target_point_until_it_is_sent_anew_but_keeps_angles(
    settings: MotionSettings,
) -> None:
    for wish, pan in ((LOOKS, 0.0), (ASIDE, ASIDE.pan)):
        bench = Bench(settings).standing()
        list(bench.run(1.0, MotionRequest(head=wish)))
        request = MotionRequest(head=wish)
        fell = next(o for o in bench.run(1.0, request, lying) if o.leaf in FALL_PROTECTION)
        assert fell.transition is not None
        overlay, head = limbs(bench), settings.robot.head[0]
        command, state = fell.command, fell.robot
        for _ in range(300):
            command = overlay.lay(
                replace(command, positions=STANCE), FreeLimbs.ALL, request, state, command
            )
        assert command.positions[head] == pytest.approx(pan)
        anew = MotionRequest(head=replace(LOOKS, number=7))
        overlay.lay(command, FreeLimbs.ALL, anew, state, command)
        assert overlay.head.target is not None
