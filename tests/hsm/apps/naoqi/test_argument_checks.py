"""Invalid arguments are refused in one sentence with the function's name, without a motion."""

import math
import random
from time import perf_counter
from typing import Any

import pytest

from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.campaigns.programs.malformed import GOOD, malformed
from tests.hsm.apps.naoqi.fake_robot import ODD, Program

NAN = math.nan


def refuse(count: int, seed: int) -> tuple[int, float, list[str]]:
    """Return the number of refused malformed calls, the slowest call, s, and the faults found."""
    program = Program()
    chance = random.Random(seed)
    refused, slowest, wrong = 0, 0.0, []
    for _ in range(count):
        name, given = malformed(chance, ODD)
        said = len(program.robot.said)
        begin = perf_counter()
        try:
            program.motion.begin(name, given)
        except NaoqiError as error:
            refused += 1
            text = str(error)
            if not text.startswith("ALMotion::") or "/" in text.replace("LLeg/../etc", ""):
                wrong.append(f"{name}{given} is told as {text}")
            if "defect" in text or "\n" in text.removesuffix(str(error.hint)):
                wrong.append(f"{name}{given} is told as {text}")
            if len(program.robot.said) != said:
                wrong.append(f"{name}{given} is refused and moves the robot")
        slowest = max(slowest, perf_counter() - begin)
        if not program.motion.robotIsWakeUp():
            wrong.append(f"{name}{given} ends a robot's being awake")
    return refused, slowest, wrong


def test_malformed_calls_are_refused_in_one_sentence() -> None:
    refused, slowest, wrong = refuse(600, seed=1)
    assert wrong == []
    assert refused > 0.85 * 600  # some odd values are valid arguments
    assert slowest < 0.5


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_valid_call_of_every_function_is_accepted(name: str) -> None:
    program = Program()
    program.motion.begin(name, GOOD[name])
    assert program.motion.robotIsWakeUp() and program.robot.report is not None


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("move", ("a", 0, 0), "x is 'a'; expected a number"),
        ("move", (True, 0, 0), "x is True; expected a number"),
        ("move", (0, NAN, 0), "y is nan; expected a finite number"),
        ("move", (0, 0), "takes (x, y, theta[, moveConfig]), not 2 arguments"),
        ("moveToward", (0, 0, 10**400), "theta is 1000000"),
        ("moveTo", ([],), "controlPoints is empty"),
        ("moveTo", (0.2, 0), "theta is missing; expected x, y, theta"),
        ("moveTo", (0.2, [["StepHeight", 0.02]]), "y and theta are missing"),
        ("moveTo", ([[0, 0]],), "a control point has 2 values; expected 3"),
        ("moveTo", (0, 0, 0, -1.0), "time is -1; expected more than 0 s"),
        ("moveTo", (0.1, 0, 0, 1e9), "expected more than 0 s, up to 3600 s"),
        ("moveTo", (1e6, 0, 0), "x of the target is beyond 100 m"),
        ("moveTo", (0, 0, 0, [["StepHeight"]]), "entry ['StepHeight'] of the move config"),
        ("setFootSteps", (["Leg"], [[0, 0.1, 0]], [1], False), "a leg is 'Leg'; expected one of"),
        ("setFootSteps", ([], [], [], False), "legName is empty"),
        ("setFootSteps", (["LLeg"], [], [1], False), "footSteps has 0 values for 1 legs"),
        ("setFootSteps", (["LLeg"] * 2, [[0, 0.1, 0]] * 2, [1, 1], 0), "timeList is [1.0, 1.0]"),
        ("setFootSteps", (["LLeg"], [[0, 0.1, 0]], [1e9], 0), "above 0, up to 3600 s"),
        ("setFootStepsWithSpeed", (["LLeg"], [[0, 0.1, 0]], [1.1], 0), "is 1.1; expected 0 to 1"),
        ("getMoveConfig", ("default",), "'default' is unknown; expected one of Default, Min, Max"),
        ("getMoveArmsEnabled", ("Head",), "chainName is 'Head'; expected one of LArm"),
        ("setMotionConfig", ([["ENABLE", True]],), "a key is 'ENABLE'; expected one of ENABLE"),
        ("setAngles", ("HeadYaw", [0.1, 0.2], 0.5), "angle has 2 values for 1 joints"),
        ("setAngles", ("HeadYaw", 0.1, 0.0), "fractionMaxSpeed is 0; expected more than 0"),
        ("setAngles", ("LKneePitch", 0.1, 0.5), "refused: LKneePitch is a leg joint"),
        ("setAngles", ("Knee", 0.1, 0.5), "'Knee' is not a joint"),
        ("angleInterpolation", ("HeadYaw", [0.1, 0.2], [1.0, 1.0], True), "ascending ones above 0"),
        ("setStiffnesses", ("Body", 1.5), "stiffness of HeadYaw is 1.5; expected 0 to 1"),
        ("getPosition", ("LArm", 3, True), "space is 3; expected 0 (torso)"),
        ("getPosition", ("Tail", 0, True), "name is 'Tail'; expected one of Torso"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_invalid_argument(
    name: str, given: tuple[Any, ...], reason: str
) -> None:
    with pytest.raises(NaoqiError) as caught:
        Program().motion.begin(name, given)
    assert caught.value.reason.startswith(reason) or reason in caught.value.reason


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("walkTo", ("a", 0, 0), "ALMotion::walkTo x is 'a'"),
        ("stepTo", ("Left", 0, 0.1, 0), "ALMotion::stepTo a leg is 'Left'"),
        ("setWalkTargetVelocity", (NAN, 0, 0, 1.0), "ALMotion::setWalkTargetVelocity x is nan"),
    ],
)
def test_a_refusal_starts_with_the_name_that_was_called(
    name: str, given: tuple[Any, ...], told: str
) -> None:
    with pytest.raises(NaoqiError) as caught:
        Program().motion.begin(name, given)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("move", (0.5, 0, 0), "move (0.5, 0, 0) is limited by its steps to 0.0952 m/s, 0 m/s, "),
        ("moveToward", (2, 0, 0), "moveToward (2, 0, 0) is clipped to -1..1"),
        ("setFootSteps", (["RLeg"], [[0, -0.1, 0]], [0.1], True), "timeList [0.1] leaves less"),
        (
            "setFootSteps",
            (["RLeg"], [[-0.04, -0.1, 0]], [0.6], True),
            "step [-0.04, -0.1, 0] of RLeg is clipped to [-0.03946, -0.09984, 0] by ellipse",
        ),
    ],
)
def test_a_clipped_or_limited_request_is_logged(
    caplog: pytest.LogCaptureFixture, name: str, given: tuple[Any, ...], told: str
) -> None:
    Program().motion.begin(name, given)
    (record,) = caplog.records
    assert record.getMessage().startswith(told)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("move", (0.09, 0, 0)),
        ("setFootSteps", (["LLeg", "RLeg"], [[0, 0.1, 0], [0, -0.1, 0]], [0.6, 1.2], True)),
    ],
)
def test_a_request_within_its_limits_is_not_logged(
    caplog: pytest.LogCaptureFixture, name: str, given: tuple[Any, ...]
) -> None:
    Program().motion.begin(name, given)
    assert not caplog.records


def test_an_unavailable_or_unknown_posture_is_refused_with_the_reason() -> None:
    program = Program()
    with pytest.raises(NaoqiError, match="this robot has no motion to 'SitRelax'"):
        program.posture.goToPosture("SitRelax", 0.5)
    with pytest.raises(NaoqiError, match="expected one of Crouch"):
        program.posture.goToPosture("Handstand", 0.5)


def test_a_key_without_a_value_is_refused() -> None:
    with pytest.raises(NaoqiError, match="'nothing' has no value"):
        Program().memory.getData("nothing")


def test_a_call_to_a_robot_that_does_not_answer_is_refused() -> None:
    with pytest.raises(NaoqiError, match="ALMotion::moveTo the robot does not answer"):
        Program(None).motion.moveTo(0.1, 0.0, 0.0)


@pytest.mark.benchmark
def test_a_hundred_thousand_malformed_calls_are_refused() -> None:
    refused, slowest, wrong = refuse(100_000, seed=2)
    assert wrong == []
    assert refused > 85_000
    assert slowest < 0.5
