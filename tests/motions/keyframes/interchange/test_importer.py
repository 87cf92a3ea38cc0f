"""Files of another team are read with all irregularities; what has no equivalent is refused."""

import math

import pytest

from hardware.robots.nao import Joint
from motions.keyframes.interchange.importer import import_motions, import_phases
from motions.keyframes.interchange.reading.fields import SourceError
from motions.keyframes.interchange.reading.tree import CfgSyntaxError, Literal, Record, parse
from motions.keyframes.motions.conditions import Condition, Conditions, Match
from motions.keyframes.motions.keyframe import (
    BalanceMode,
    Held,
    Interpolation,
    Keyframe,
    Limb,
    LimbPose,
    TorsoWindow,
    Wait,
    WaitBreak,
)
from motions.keyframes.motions.motion import BlockEnergySaving, Saving
from tests.motions.keyframes.interchange.made import IRREGULAR, irregular

DEG = math.pi / 180.0


def keyframe(number: int) -> Keyframe:
    return irregular().blocks["bow"].keyframes[number]


def complaints(old: str, new: str) -> list[str]:
    """Return the errors after a replacement in the irregular file."""
    assert old in IRREGULAR
    with pytest.raises(SourceError) as caught:
        import_motions(IRREGULAR.replace(old, new, 1), "team.cfg")
    return str(caught.value).splitlines()


def test_everything_in_the_file_is_counted() -> None:
    assert irregular().counts == {
        "motions": 2,
        "blocks": 3,
        "keyframes": 3,
        "branches": 2,
        "conditions": 4,
        "wait_conditions": 2,
        "compensation_entries": 2,
        "compensation_pairs": 3,
        "balance_entries": 5,
        "stiffness_changes": 1,
        "angles": 78,
    }


def test_motions_keep_every_field() -> None:
    motion = irregular().motions["bow_down"]
    assert motion.blocks == ("bow", "bow_end")
    assert motion.balance_out and motion.is_stable
    assert motion.energy_saving == BlockEnergySaving(Saving.IN_WAIT, Saving.NONE, True)
    (follow_up,) = motion.follow_ups
    assert follow_up.motion == "nothing"
    assert follow_up.conditions.match is Match.ANY
    assert irregular().motions["nothing"].blocks == ()


def test_a_reversed_range_means_the_outside_of_it() -> None:
    (follow_up,) = irregular().motions["bow_down"].follow_ups
    assert follow_up.conditions.conditions[1] == Condition(com_height=(0.1, 0.2), negate=True)


def test_angles_have_four_units_and_two_sentinels() -> None:
    first = keyframe(0)
    assert first.angles[Limb.HEAD] == (Held.HOLD, Held.OFF)
    assert first.angles[Limb.LEFT_ARM] == pytest.approx((1.5707963, 0.1 * math.pi, 0.0, -0.5, 0.0))
    assert first.angles[Limb.RIGHT_ARM][1] == pytest.approx(-90.0 * DEG)
    assert first.hands == (pytest.approx(1.0), Held.HOLD)


def test_the_left_hip_yaw_pitch_owns_the_motor() -> None:
    first = keyframe(0)
    assert first.angles[Limb.RIGHT_LEG][0] == first.angles[Limb.LEFT_LEG][0] == -10.0 * DEG
    assert first.stiffness_changes == {Joint.L_HIP_YAW_PITCH: pytest.approx(0.7)}
    balance = keyframe(1).balance
    assert balance is not None
    assert balance.forward[1].joint == Joint.L_HIP_YAW_PITCH
    assert [share.joint for share in balance.sideways] == [
        Joint.L_ANKLE_ROLL,
        Joint.L_HIP_YAW_PITCH,
    ]
    assert [share.mode for share in balance.sideways] == [
        BalanceMode.ABSOLUTE_NEGATIVE,
        BalanceMode.ONLY_POSITIVE,
    ]


def test_windows_may_be_unlimited_or_keep_the_running_limit() -> None:
    first = keyframe(0)
    assert first.torso == TorsoWindow((-math.inf, 45.0 * DEG), (None, math.inf))
    assert first.torso_start == TorsoWindow((-1.0, 1.0), None)
    assert keyframe(1).torso is None


def test_waits_keep_their_abort_rule_and_several_conditions_last_one_second() -> None:
    assert keyframe(0).wait == Wait(0.0, Conditions(), WaitBreak.NEVER)
    wait = keyframe(1).wait
    assert wait is not None
    assert (wait.max, wait.give_up) == (1.0, WaitBreak.APPROACH)
    assert wait.until.conditions[0] == Condition(pitch_fluctuation=(-30 * DEG, 30 * DEG))


def test_a_branch_leads_to_a_motion_if_one_has_its_name() -> None:
    first, never = keyframe(0).branches
    assert (first.to_motion, first.to_block, first.max_loops) == ("nothing", None, 1)
    assert first.early is None
    assert first.at_end == Conditions(
        (Condition(l_shoulder_roll=(-2000 * DEG, 20 * DEG), negate=True),)
    )
    assert (never.to_block, never.max_loops, never.at_end) == ("bow_end", 0, None)


def test_compensation_keeps_the_order_of_start_and_full() -> None:
    first, hips = keyframe(1).compensation
    assert (first.start, first.full) == (pytest.approx(10 * DEG), pytest.approx(2 * DEG))
    assert first.predict and first.observe == Joint.L_HIP_YAW_PITCH
    assert hips.hip_pitch_difference and hips.observe is None


def test_a_pose_replaces_the_angles_of_its_limb() -> None:
    second = keyframe(1)
    assert second.poses == {Limb.LEFT_ARM: LimbPose((0.12, 0.11, 0.02))}
    assert Limb.LEFT_ARM not in second.angles


def test_missing_fields_have_the_defaults_of_the_source() -> None:
    block = irregular().blocks["bow_end"]
    assert block.interpolation is Interpolation.LINEAR
    assert block.keyframes[0].balance_phase == "unknown_phase"
    assert block.keyframes[0].torso is None
    assert irregular().engine.joint_error_filter is None
    assert irregular().engine.max_tries == 4


def test_minus_one_keeps_the_stiffness_of_a_limb() -> None:
    assert Limb.HEAD not in irregular().blocks["bow"].stiffness
    assert irregular().blocks["bow"].stiffness[Limb.LEFT_LEG] == 0.9


def test_a_comment_after_the_brace_is_the_label() -> None:
    assert [item.label for item in irregular().blocks["bow"].keyframes] == [
        "hold everything",
        "bow 2",
    ]


def test_fields_that_the_source_does_not_use_are_reported() -> None:
    notes = "\n".join(map(str, irregular().notes))
    for what in (
        "1 early conditions: useEarlyEntrance is false",
        "a loop limit of 3 for the target that is not used",
        "a branch without any condition: it never fires",
        "hip yaw pitch of the right leg",
        "maxWaitTime 400, 700",
        "rHipYawPitch: the left one, on the same motor, counts",
        "angles of left_arm: its pose replaces them",
    ):
        assert what in notes


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        (
            "s = 70;}",
            "s = 70;}, {joint = rHipYawPitch; s = 60;}",
            "an earlier change of rHipYawPitch: the later one counts",
        ),
        (
            "max = 3;}; isNot = false;",
            "max = 3;}; isNot = false; maxWaitTime = 300;",
            "maxWaitTime 300: only a wait has a time limit",
        ),
    ],
)
def test_fields_without_effect_are_reported_wherever_they_stand(
    old: str, new: str, note: str
) -> None:
    imported = import_motions(IRREGULAR.replace(old, new, 1), "team.cfg")
    assert note in "\n".join(map(str, imported.notes))


OLD = """
keyframeBlock = {
  stand = {
    baseLimbStiffness = [40, 75, 75, 75, 75];
    keyframes = [
      {
        phase = UnknownPhase; duration = 200; goalCom = {x = 0; y = 0;};
        jointCompensation = [
          {
            jointCompensationParams = [
              {
                jointDelta = lHipYawPitch; hipPitchDifferenceCompensation = false;
                range = {min = 1deg; max = 10deg;};
                jointPairs = [{joint = lHipPitch; scaling = 1;}];
                predictJointDiff = false;
              }
            ];
            reduceFactorJointCompensation = 0.2;
          }
        ];
        angles = {
          head = [0deg, 0deg];
          positions = {
            leftArm = [0, 0, 0, 0, 0, 0]; rightArm = [0, 0, 0, 0, 0, 0];
            leftLeg = [0, 0, 0, 0, 0, 0]; rightLeg = [0, 0, 0, 0, 0, 0];
          };
        };
      }
    ];
  };
};
minJointCompensationReduceAngleDiff = 0.6deg;
"""


def test_the_old_grammar_of_the_compensation_selects_its_own_law() -> None:
    team = import_motions(OLD, "old.cfg")
    (frame,) = team.blocks["stand"].keyframes
    assert frame.release_step == 0.2
    assert len(frame.compensation) == 1
    assert team.engine.min_release == pytest.approx(0.6 * DEG)
    assert team.counts["compensation_pairs"] == 1


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("maxTryCounter = 4;", "maxTryCounter = 4", "2:61", "KF142"),
        ("maxTryCounter = 4;", "maxTryCounter = four;", "2:17", "KF103"),
        ("maxTryCounter", "maxTryCount", "2:1", "KF143"),
        ("isStandHigh = true;", "isStandHi = true;", "8:85", "KF143"),
        ("{min = -40; max = 40;}", "{min = -40;}", "14:51", "KF144"),
        ("{min = -40; max = 40;}", "{min = -40deg; max = 40;}", "14:58", "KF140"),
        ("motionID = [nothing]", "motionID = [nothing, other]", "45:24", "KF141"),
        ("head = [20000, 10000]", "head = [20000]", "75:18", "KF145"),
        ("variable = TryCounter", "variable = TryCounters", "54:41", "KF104"),
        ("[-1, 50, 50, 90, 90]", "[-1, 50, 50, 90, 900]", "31:42", "KF120"),
        ("[-1, 50, 50, 90, 90]", "[-1, 50, 50, 90, 90deg]", "31:42", "KF140"),
        ("duration = 12.5;", "duration = 0;", "33:7", "KF120"),
        ("[-10deg, 0deg, -95deg", "[-10deg, 0deg, -195deg", "33:7", "KF123"),
        (
            "range = {min = 10deg; max = 2deg;}",
            "range = {min = 2deg; max = 2deg;}",
            "100:11",
            "KF125",
        ),
        ("57.29577951308232deg", "90deg", "77:23", "KF120"),
        ("  nothing = {", "  bow_down = {", "21:14", "KF105"),
    ],
)
def test_every_mistake_is_reported_at_its_place(old: str, new: str, place: str, code: str) -> None:
    lines = complaints(old, new)
    assert any(code in line for line in lines), lines
    first = next(line for line in lines if code in line)
    assert first.split(": ")[0].removeprefix("team.cfg:") == place


def test_all_mistakes_are_reported_together() -> None:
    text = IRREGULAR.replace("TryCounter;", "Tries;").replace("s = 70;", "s = 170;")
    with pytest.raises(SourceError) as caught:
        import_motions(text, "team.cfg")
    assert [problem.message[:5] for problem in caught.value.problems] == ["KF104", "KF120"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1; a = 2;", "duplicate key"),
        ("a 1;", "expected '='"),
        ("a = {b = 1;", "expected a key"),
        ("a = [[1]];", "a list cannot contain a list"),
        ("a = [1; 2];", "expected ','"),
        ('a = "open;', "not closed"),
        ("/* a = 1;", "not closed"),
        ("a = ;", "expected a value"),
    ],
)
def test_text_in_another_format_is_refused(text: str, message: str) -> None:
    with pytest.raises(CfgSyntaxError, match=message):
        parse(text)


def test_columns_count_tabs_to_the_next_multiple_of_eight() -> None:
    record = parse("a = {\n\tb\t= 1 2 ;\n};").values["a"]
    assert isinstance(record, Record)
    assert record.keys["b"] == (2, 9)
    value = record.values["b"]
    assert isinstance(value, Literal)
    assert (value.text, value.column) == ("1 2", 19)


def test_comments_are_only_allowed_between_tokens() -> None:
    root = parse('/* x */ a // y\n = b // not a comment ; c = "q;\\"r"; // end')
    assert [value.text for value in root.values.values() if isinstance(value, Literal)] == [
        "b // not a comment",
        '"q;\\"r"',
    ]


def phases_text(cap: str) -> str:
    pair = "{pitchDirection = {min = %s; max = 3;}; rollDirection = {min = 0deg; max = 0deg;};}"
    gain = "{baseValue = 4; maxAdditionalValue = 5;}"
    phase = (
        f"{{balanceFactor = {{maxValAdditionalScaling = {pair % cap};"
        f" exponentFactorScaling = {pair % '2'}; pidPPitchParameter = {gain};"
        f" pidPRollParameter = {gain}; pidDPitchParameter = {gain}; pidDRollParameter = {gain};}};"
        f" comDiffBase = {pair % '-50'};}};"
    )
    names = "UnknownPhase PushingWithArmsFromGround ReduceVel Split HalfSplit Sit Stand StandStatic"
    return "balanceList = {" + " ".join(f"{name} = {phase}" for name in names.split()) + "};"


def test_gains_of_the_balance_are_plain_numbers() -> None:
    phases = import_phases(phases_text("1"), "parameters.cfg")
    split = phases["split"].pitch
    assert (split.kp, split.kp_add, split.cap, split.base) == (4.0, 5.0, (1.0, 3.0), (-0.05, 0.003))
    with pytest.raises(SourceError, match="KF140"):
        import_phases(phases_text("1deg"), "parameters.cfg")


@pytest.mark.parametrize("key", ["maxValAdditionalScaling", "exponentFactorScaling", "comDiffBase"])
def test_an_unknown_attribute_of_the_gains_is_reported(key: str) -> None:
    text = phases_text("1").replace(f"{key} = {{", f"{key} = {{yawDirection = {{}}; ", 1)
    with pytest.raises(SourceError, match=f"{key}: KF143 unknown attribute 'yawDirection'"):
        import_phases(text, "parameters.cfg")


def test_an_optional_parameter_is_suggested_for_a_misspelled_one() -> None:
    assert "did you mean 'maxTryCounter'?" in complaints("maxTryCounter", "maxTryCount")[0]


def test_a_follow_up_of_a_motion_must_be_a_name() -> None:
    told = complaints("startAsNextPhase = nothing;", "startAsNextPhase = {a = 1;};")
    assert any("KF103 expected a name" in line for line in told)
