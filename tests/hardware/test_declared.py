"""Objects built by a program have fields of their declared types, or are refused by field name."""

import math
import random
from dataclasses import dataclass, fields, replace
from typing import Any, get_args

import numpy as np
import pytest

from hardware import disturbances as done
from hardware import props
from hardware.declared import demand_declared
from hardware.disturbance import TOWARDS, TorsoForce
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import Touch
from hardware.units import Duration, EndlessNumber
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    ReplayedStep,
    ReplaySteps,
    SpeedShare,
    WalkBehindBall,
    WalkTo,
)
from motions.kicks.wish import Dribble, Intercept, Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.locomotion.wheeled.wish import DriveVelocity, DriveWay
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)
from motions.requests import Destination, Motion, MotionRequest
from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose, Sighting

STEP = ReplayedStep(Side.LEFT, 0.0, 0.1, 0.0)
FOOTSTEP = FootstepWish(Side.LEFT, 0.05, 0.1, speed=0.5)
SOUND: tuple[Any, ...] = (
    MotionRequest(), WalkTo(1.0, 0.0), WalkBehindBall(0.0), LeaveBallLine((1.0, 0.0)),
    FreeStuckBall(0.0), STEP, ReplaySteps((STEP,)), SpeedShare(), Kick(KickKind.FORWARD),
    Intercept(), Dribble(1.0, 0.0), HeadWish(HeadMode.BALL), ArmWish(ArmProgram.BACK),
    FOOTSTEP, Footsteps((FOOTSTEP,)), StepShares(), PreviewVelocity(0.1), PathPose(1.0),
    MoveTo((PathPose(1.0),)), PreviewWish(Footsteps((FOOTSTEP,))),
    Circle(1.0, 0.0, 0.1), SeenBall(0.0, Pose2(), 1.0, 0.0), SeenPose(0.0, Pose2(), Pose2()),
    SeenObstacles(0.0, Pose2(), (Circle(1.0, 0.0, 0.1),)), Sighting(),
    DriveVelocity(0.1, 0.0, 0.0), DriveWay(((1.0, 0.0, 0.0),)),
    done.Push(0.0, 1.0), done.Lean(0.0, 20.0, 1.0), done.Jostle(0.0, 0.5),
    done.BlockFoot(Side.LEFT, 1.0), done.SeizeJoint(Joint.L_KNEE_PITCH, 1.0), done.Lift(0.3),
    done.HoldUpright(0.31), done.PutDown(), done.LayDown("left"), done.LetGo(),
    done.MoveBall(1.0, 0.0), done.LoseFrames(0.1), done.KillImu(),
    done.KillMotor(Joint.L_KNEE_PITCH), done.Press(Touch.CHEST), done.Spoil("gyro"),
    done.FreezeValue("gyro"), done.ShiftValue("gyro", 0.1),
    props.Ball(1.0, 0.0), props.Cylinder(1.0, 0.0), props.PassiveRobot(1.0, 0.0),
    props.Patch(1.0, 0.0, 1.0, 1.0, 0.5), props.Cable(1.0, 0.0, 1.0),
)  # fmt: skip
STRANGE = (
    "walk",
    math.nan,
    math.inf,
    -2.0,
    1e9,
    1e300,
    10**400,
    None,
    True,
    7,
    (1.0,),
    [],
    Side.LEFT,
)


def test_one_object_of_every_kind_is_tested() -> None:
    kinds = {type(one) for one in SOUND}
    assert kinds >= {*get_args(Destination), *done.KINDS.values(), *props.PROPS.values()}


@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_a_field_of_another_type_is_refused_by_its_name(sound: Any) -> None:
    for item in fields(sound):
        with pytest.raises(ValueError, match=rf"^{type(sound).__name__}: {item.name} is <obj.*exp"):
            replace(sound, **{item.name: object()})


@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_an_unusual_value_is_accepted_or_refused_with_a_message(sound: Any) -> None:
    for item in fields(sound):
        for strange in STRANGE:
            try:
                replace(sound, **{item.name: strange})
            except ValueError as error:
                assert str(error)


@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_infinite_numbers_and_nan_are_refused_except_where_they_are_allowed(sound: Any) -> None:
    for item in fields(sound):
        for strange in (math.nan, math.inf, -math.inf):
            for_ever = item.type is Duration and strange == math.inf
            broken = item.type is EndlessNumber and math.isinf(strange)
            if str(item.default) != str(strange) and not for_ever and not broken:
                with pytest.raises(ValueError, match=item.name):
                    replace(sound, **{item.name: strange})


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: MotionRequest("walk"), "MotionRequest: motion is 'walk'; expected Motion.WALK$"),
        (lambda: MotionRequest("hop"), "motion is 'hop'; expected a Motion, such as Motion.STAND"),
        (lambda: MotionRequest(walk_to=(1.0, 0.0)), r"walk_to is \(1.0, 0.0\); expected a WalkTo"),
        (lambda: MotionRequest(Motion.WALK, "fast"), "forward is 'fast'; expected a finite number"),
        (lambda: MotionRequest(stiffness_most=(0.5, 2.0)), r"stiffness_most\[1\] is 2.0; .* to 1"),
        (lambda: ReplayedStep("left", 0.0, 0.1, 0.0), "swing is 'left'; expected Side.LEFT$"),
        (lambda: ReplayedStep(1, 0.0, 0.1, 0.0), "swing is 1; expected Side.LEFT or Side.RIGHT$"),
        (lambda: WalkTo(1.0, 0.0, via=[(0.5, 0.0)]), r"via is \[\(0.5, 0.0\)\]; expected a tuple"),
        (lambda: WalkTo(1.0, 0.0, keep_rotation=1), "keep_rotation is 1; expected True or False"),
        (lambda: HeadWish(number=0.5), "number is 0.5; expected a whole number of at least 0"),
        (lambda: done.Push(0.0, -2), "Push: impulse is -2; expected a number above 0 N s$"),
        (lambda: done.Lift(3.0), "Lift: height is 3.0; expected a number above 0 up to 2 m$"),
        (lambda: done.LayDown("top"), "side is 'top'; expected one of 'front', 'back', 'left'"),
        (lambda: done.KillImu(duration=-math.inf), "is -inf; expected .* above 0 s, or infinite"),
        (lambda: Dribble(direction=90.0), "expected .* rad, or None: 90 deg are 1.571$"),
        (lambda: Intercept(3), "kick is 3; expected a KickKind, such as .*, or None$"),
        (lambda: props.Ball(1.0, 0.0, 9.0), "Ball: speed is 9.0; expected .* from 0 to 8 m/s$"),
    ],
)  # fmt: skip
def test_the_message_names_the_given_value_and_the_allowed_ones(make: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


@pytest.mark.parametrize("number", [1, np.float32(0.5), np.float64(2.0), np.int64(3)])
def test_numbers_of_any_type_are_accepted(number: Any) -> None:
    assert done.Push(number, number).impulse == number


def test_a_default_of_infinite_duration_may_be_given_explicitly() -> None:
    assert done.KillImu(duration=float("inf")).duration == math.inf
    assert math.isnan(done.Spoil("gyro", value=float("nan")).value)


@pytest.mark.parametrize("value", [math.inf, -math.inf, 1e9, 0.0])
def test_a_corrupted_sensor_may_report_any_value(value: float) -> None:
    assert done.Spoil("gyro", 0, value).value == value


@dataclass(frozen=True, slots=True)
class Gusts(TorsoForce):
    """Random gusts of wind."""

    chance: random.Random
    strength: float = 1.0

    def force(self, since: float) -> tuple[float, float, float]:
        return self.chance.gauss(0.0, self.strength), 0.0, 0.0


def test_fields_without_a_checkable_type_are_accepted_unchecked() -> None:
    assert Gusts("anything").strength == 1.0  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Gusts: strength is 'much'; expected a finite number"):
        Gusts(random.Random(1), "much")  # type: ignore[arg-type]


def test_types_local_to_a_function_are_not_checked() -> None:
    class Own:
        pass

    @dataclass(frozen=True)
    class Holds:
        own: "Own"

    unchecked = Holds(1)  # type: ignore[arg-type]
    demand_declared(unchecked)
    assert unchecked.own == 1


def test_integers_are_printed_with_their_unit_like_other_numbers() -> None:
    assert str(done.Push(TOWARDS["forward"], impulse=6)) == "push 6 Ns forward"
    assert str(done.Push(np.float32(0.0), impulse=np.float32(6.0))) == "push 6 Ns forward"
    assert str(done.LoseFrames(1)) == "no frames for 1 s"


def test_a_value_whose_repr_fails_is_refused_with_its_type() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(ValueError, match="WalkTo: x is Mute; expected a finite number"):
        WalkTo(Mute(), 0.0)  # type: ignore[arg-type]
