"""How things are called in B-Human's files and here."""

import math
import re
from dataclasses import dataclass

from hardware.robots.nao import Joint
from motions.keyframes.motions.keyframe import BalanceMode, Interpolation, Limb
from motions.keyframes.motions.motion import Saving

DEG = math.pi / 180.0

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
NAME = re.compile(r"[a-z][a-z0-9_]*")


def snake(name: str) -> str:
    """Return `recover_generic` for `recoverGeneric`."""
    return _HUMP.sub("_", name).lower()


def camel(name: str) -> str:
    """Return `recoverGeneric` for `recover_generic`."""
    first, *others = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)


def capital(name: str) -> str:
    """Return `StandStatic` for `stand_static`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


PHASES = (
    "unknown_phase",
    "pushing_with_arms_from_ground",
    "reduce_vel",
    "split",
    "half_split",
    "sit",
    "stand",
    "stand_static",
)
"""Phases of the balance that those files know, in their order."""

RIGHT_HIP_YAW_PITCH = "rHipYawPitch"
"""A joint of its own in those files; here one motor has one name."""
HIP_YAW_PITCH = int(Joint.L_HIP_YAW_PITCH)
JOINTS = {joint.wire_name[0].lower() + joint.wire_name[1:]: int(joint) for joint in Joint}
JOINT_NAMES = {joint: name for name, joint in JOINTS.items()}

LIMBS = {
    "leftArm": Limb.LEFT_ARM,
    "rightArm": Limb.RIGHT_ARM,
    "leftLeg": Limb.LEFT_LEG,
    "rightLeg": Limb.RIGHT_LEG,
}
STIFFNESS_ORDER = (Limb.HEAD, Limb.LEFT_ARM, Limb.RIGHT_ARM, Limb.LEFT_LEG, Limb.RIGHT_LEG)

INTERPOLATIONS: dict[str, Interpolation | None] = {
    "Default": None,
    "Linear": Interpolation.LINEAR,
    "SinusMinToMax": Interpolation.SOFT,
    "SinusZeroToMax": Interpolation.FAST_START,
}
MODES = {
    "Default": BalanceMode.ALL,
    "OnlyPositive": BalanceMode.ONLY_POSITIVE,
    "OnlyNegative": BalanceMode.ONLY_NEGATIVE,
    "AbsolutePositive": BalanceMode.ABSOLUTE_POSITIVE,
    "AbsoluteNegative": BalanceMode.ABSOLUTE_NEGATIVE,
}
SAVINGS = {
    "none": Saving.NONE,
    "activeInWait": Saving.IN_WAIT,
    "activeAlways": Saving.ALWAYS,
}


@dataclass(frozen=True, slots=True)
class Variable:
    """A quantity that conditions ask for: its name in `Condition`, and the unit of bare numbers."""

    name: str
    to_si: float


VARIABLES = {
    "InertialDataAngleY": Variable("torso_pitch", DEG),
    "InertialDataAngleAbsoluteX": Variable("torso_roll_abs", DEG),
    "FluctuationY": Variable("pitch_fluctuation", DEG),
    "ShoulderPitchLeft": Variable("l_shoulder_pitch", DEG),
    "ShoulderPitchRight": Variable("r_shoulder_pitch", DEG),
    "ShoulderRollLeft": Variable("l_shoulder_roll", DEG),
    "ShoulderRollRight": Variable("r_shoulder_roll", DEG),
    "WristTranslationYLeft": Variable("l_wrist_y", 1e-3),
    "WristTranslationYRight": Variable("r_wrist_y", 1e-3),
    "WaitTime": Variable("wait_time", 1e-3),
    "FrontHack": Variable("front_hack", 1.0),
    "IsSitting": Variable("min_knee_pitch", DEG),
    "LowCom": Variable("com_height", 1e-3),
    "HYPDifference": Variable("hip_yaw_pitch_error", DEG),
    "FootSupportVal": Variable("foot_support", 1.0),
    "BreakUp": Variable("break_up", 1.0),
    "ComOutOfSupportPolygonX": Variable("com_outside_x", 1e-3),
    "LyingOnArmsFront": Variable("lying_on_arms_front", 1.0),
    "TryCounter": Variable("tries", 1.0),
    "AnotherFrontHack": Variable("front_push_finished", 1.0),
}
VARIABLE_NAMES = {variable.name: name for name, variable in VARIABLES.items()}

OFF = "10000"
IGNORED = "20000"
"""Sentinels among angles: motor off; keep what was, in a window the running limit."""
NO_LIMIT = 2000.0
"""Degrees that stand for no limit of the torso's window."""
MANY_WAIT = 1.0
"""How long several conditions are waited for, s: their own times are not read."""
