"""Loads the files of both walks and checks them against the reach of the robot's limbs."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from hardware.robots.model import RobotModel, Side
from hsm.settings.arm_files import beyond_joint
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath, Located
from motions.kinematics.folded_legs import lowest_hips
from motions.locomotion.gait import GaitParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.placement import FeetPlacement
from motions.walking.planning.limits import NoReachError, StepLimits
from motions.walking.terms.capture import CaptureStep, CaptureStepParameters

_MM, _MS = 1e3, 1e3
_Wrong = Iterator[tuple[DataPath, str]]
_ARM_KEYS = ("shoulder_pitch_deg", "shoulder_roll_deg", None, "elbow_roll_deg", "wrist_yaw_deg")
"""Keys that set the joints of an arm while walking, in their order; the elbow yaw is 0."""


def load_walking(
    source: Path | Located, robot: RobotModel, overrides: Sequence[Path | Located] = ()
) -> WalkingParameters:
    """Load the parameters of the walk.

    Args:
        source: A file like `config/walking/engine.yaml`, or its content.
        robot: The robot that is to walk.
        overrides: Smaller files of the same structure, or their content, merged into it.

    Raises:
        ConfigError: With all mistakes in the files, including values beyond the limbs' reach.
    """
    return load(source, WalkingParameters, overrides, check=partial(beyond_the_robot, robot))


def load_speeds(path: Path, robot: RobotModel, walking: WalkingParameters) -> SpeedProfile:
    """Load a speed profile.

    Args:
        path: A file like those in `config/walking/profiles/`.
        robot: The robot that is to walk.
        walking: Parameters of its walk.

    Raises:
        ConfigError: With all mistakes in the file, including steps beyond the legs' reach.
    """
    return load(path, SpeedProfile, check=partial(out_of_reach, robot, walking))


def load_preview(path: Path, robot: RobotModel) -> PreviewParameters:
    """Load the parameters of the walk with exact foot placement.

    Args:
        path: A file like `config/preview_walk.yaml`.
        robot: The robot that is to walk.

    Raises:
        ConfigError: With all mistakes in the file, including a hip height beyond the legs' reach.
    """

    def wrong(preview: PreviewParameters) -> _Wrong:
        return _hips(robot, ("body", "hip_height_mm"), preview.body.hip_height, 0.0)

    return load(path, PreviewParameters, check=wrong)


def load_gait(path: Path, robot: RobotModel, hip_height: float) -> GaitParameters:
    """Load the request limits of the walk with exact foot placement.

    Args:
        path: A file like `config/locomotion.yaml`.
        robot: The robot that is to walk.
        hip_height: Height of its hips above the soles, m.

    Raises:
        ConfigError: With all mistakes in the file, including a step height beyond the legs' reach.
    """
    room = hip_height - lowest_hips(robot)

    def wrong(gait: GaitParameters) -> _Wrong:
        return _at_most(("most", "step_height_mm"), gait.most.step_height, room)

    return load(path, GaitParameters, check=wrong)


def room_beside_step(robot: RobotModel, walking: WalkingParameters) -> float:
    """Return how much higher than in a walking step the legs can lift a foot, m."""
    return _lift_room(robot, walking) - walking.step.lift


def _lift_room(robot: RobotModel, walking: WalkingParameters) -> float:
    """Return the largest lift of a foot from the stance, m."""
    return walking.stance.hip_height - lowest_hips(robot, walking.stance.torso_forward)


def beyond_the_robot(robot: RobotModel, walking: WalkingParameters) -> _Wrong:
    """Yield the values of a walk that are beyond the reach of the robot's limbs."""
    stance, size = walking.stance, robot.dimensions
    leg = size.thigh + size.tibia
    if abs(stance.torso_forward) >= leg:
        told = f"{_MM * leg:.0f} mm, the length of the robot's leg without its foot"
        got = _MM * stance.torso_forward
        yield ("stance", "torso_forward_mm"), f"must be less than {told} (got {got:g})"
        return
    where = "stance", "hip_height_mm"
    wrong = list(_hips(robot, where, stance.hip_height, stance.torso_forward))
    if wrong:  # steps cannot be checked from an impossible stance
        yield from wrong
        return
    yield from _too_high(_lift_room(robot, walking), walking)
    yield from _too_far(robot, walking)
    yield from _bent_too_far(robot, walking)


def _hips(robot: RobotModel, where: DataPath, height: float, forward: float) -> _Wrong:
    """Yield a mistake if the legs cannot hold hips at this height and offset over the soles, m."""
    size = robot.dimensions
    highest = math.sqrt((size.thigh + size.tibia) ** 2 - forward**2) + size.foot_height
    lowest = lowest_hips(robot, forward)
    if height >= highest:
        told = f"at most {math.floor(_MM * highest)} mm, the reach of the robot's stretched legs"
    elif height < lowest:
        told = f"at least {math.ceil(_MM * lowest)} mm, the height of the robot's folded legs"
    else:
        return
    yield where, f"must be {told} (got {_MM * height:g})"


def _too_high(room: float, walking: WalkingParameters) -> _Wrong:
    """Yield lifts beyond the legs' reach, alone and with the increments added to them."""
    lift, emergency = walking.step.lift, walking.emergency
    wrong = list(_at_most(("step", "lift_mm"), lift, room))
    if wrong:
        yield from wrong
        return
    beside = f"step.lift_mm: {_MM * lift:g}"
    if lift * emergency.lift_factor > room:
        most = f"{room / lift:.1f} with {beside}: legs can lift a foot by {_MM * room:.0f} mm"
        got = emergency.lift_factor
        yield ("emergency", "lift_factor"), f"must be at most {most} (got {got:g})"
    for where, added in (
        (("lift_feedback", "higher_mm"), walking.lift_feedback.higher),
        (("progress", "highest_mm"), walking.progress.highest),
        (("sag", "lift_mm"), walking.sag.lift),
    ):
        yield from _at_most(where, added, room - lift, f" added to {beside}")


def _too_far(robot: RobotModel, walking: WalkingParameters) -> _Wrong:
    """Yield distances that no foot can reach, wherever the other one stands."""
    stance, size = walking.stance, robot.dimensions
    capture: CaptureStepParameters = getattr(walking, CaptureStep.group)
    leg, drop = size.thigh + size.tibia, stance.hip_height - size.foot_height
    apart = 2.0 * math.sqrt(leg**2 - drop**2)
    longer = math.sqrt(leg**2 - stance.torso_forward**2) - drop + stance.leg_clip
    yield from _at_most(("delay", "stretch_mm"), walking.delay.stretch, longer)
    for where, way in (
        (("emergency", "side_mm"), walking.emergency.side),
        (("limits", "hurry", "forward_mm"), walking.limits.hurry.forward),
        (("limits", "hurry", "backward_mm"), walking.limits.hurry.backward),
        (("limits", "hurry", "side_mm"), walking.limits.hurry.side),
        (("capture", "max_forward_mm"), capture.max_forward),
        (("capture", "max_outward_mm"), capture.max_outward),
    ):
        yield from _at_most(where, way, apart)


def _bent_too_far(robot: RobotModel, walking: WalkingParameters) -> _Wrong:
    """Yield arm angles of the stance beyond the joint limits."""
    joints = FeetPlacement(robot, walking.stance, walking.arms).stance_joints
    for joint, key in zip(robot.arms[Side.LEFT], _ARM_KEYS, strict=False):
        if key is not None and (told := beyond_joint(robot, joint, joints[joint])):
            yield ("arms", key), told


def _at_most(where: DataPath, way: float, most: float, beside: str = "") -> _Wrong:
    """Yield a mistake if a distance, m, exceeds the legs' limit; `beside` qualifies the limit."""
    if way > most:
        told = f"{math.floor(_MM * most)} mm{beside}, the reach of the robot's legs"
        yield where, f"must be at most {told} (got {_MM * way:g})"


def out_of_reach(robot: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> _Wrong:
    """Yield the speeds of a profile that need steps beyond the legs' reach."""
    try:
        reach = StepLimits(robot, walking, profile).reach
    except NoReachError:
        yield ("reach_margin_mm",), _no_room(robot, walking)
        return
    duration = walking.step.duration
    for key, speed, step in (
        ("forward_mm_per_s", profile.forward, reach.forward),
        ("backward_mm_per_s", profile.backward, reach.backward),
        ("side_mm_per_s", profile.side, 0.5 * reach.side),
    ):
        if step < speed * duration:
            most = f"{math.floor(_MM * step / duration)} mm/s, the reach of the legs within a step"
            got = f"of {_MS * duration:g} ms, less reach_margin_mm (got {_MM * speed:g})"
            yield (key,), f"must be at most {most} {got}"


def _no_room(robot: RobotModel, walking: WalkingParameters) -> str:
    stance, size = walking.stance, robot.dimensions
    drop = stance.hip_height - size.foot_height
    ahead = math.sqrt(max((size.thigh + size.tibia) ** 2 - drop**2, 0.0))
    back, front = (_MM * (stance.torso_forward + way) for way in (-ahead, ahead))
    return (
        "leaves no step within the legs' reach, which is from "
        f"{math.ceil(back)} to {math.floor(front)} mm relative to the stance"
    )
