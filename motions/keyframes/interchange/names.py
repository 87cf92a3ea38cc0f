"""Conversion between names in B-Human's files and ours."""

import math
import re

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


LEAKING_PHASE = "stand_static"
"""The phase in which the source's engine lets the summed error of the balance decay."""
PHASES = (
    "unknown_phase",
    "pushing_with_arms_from_ground",
    "reduce_vel",
    "split",
    "half_split",
    "sit",
    "stand",
    LEAKING_PHASE,
)
"""Phases of the balance in those files, in their order."""

RIGHT_HIP_YAW_PITCH = "rHipYawPitch"
"""A separate joint in those files; here one motor has one name."""
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

VARIABLES = {
    "InertialDataAngleY": "torso_pitch",
    "InertialDataAngleAbsoluteX": "torso_roll_abs",
    "FluctuationY": "pitch_fluctuation",
    "ShoulderPitchLeft": "l_shoulder_pitch",
    "ShoulderPitchRight": "r_shoulder_pitch",
    "ShoulderRollLeft": "l_shoulder_roll",
    "ShoulderRollRight": "r_shoulder_roll",
    "WristTranslationYLeft": "l_wrist_y",
    "WristTranslationYRight": "r_wrist_y",
    "WaitTime": "wait_time",
    "FrontHack": "front_hack",
    "IsSitting": "min_knee_pitch",
    "LowCom": "com_height",
    "HYPDifference": "hip_yaw_pitch_error",
    "FootSupportVal": "foot_support",
    "BreakUp": "break_up",
    "ComOutOfSupportPolygonX": "com_outside_x",
    "LyingOnArmsFront": "lying_on_arms_front",
    "TryCounter": "tries",
    "AnotherFrontHack": "front_push_finished",
}
"""The quantities of conditions; numbers without a unit are in the units of our files."""
VARIABLE_NAMES = {quantity: name for name, quantity in VARIABLES.items()}

OFF = "10000"
IGNORED = "20000"
"""Sentinels among angles: motor off; keep the last request, in a window the running limit."""
NO_LIMIT = 2000.0
"""Degrees that mean no limit of the torso's window."""
MANY_WAIT = 1.0
"""Longest wait for several conditions, s: their own times are not read."""
