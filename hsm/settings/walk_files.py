"""Judges the files of the walk by the robot that shall walk: whether its legs reach any step."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.limits import NoReachError, StepLimits

_MM = 1e3


def load_walking(
    path: Path, robot: RobotModel, overrides: Sequence[Path] = ()
) -> WalkingParameters:
    """Load what the walk is made of.

    Args:
        path: Like `config/walking/engine.yaml`.
        robot: That shall walk.
        overrides: Smaller files of the same shape that are laid over it.

    Raises:
        ConfigError: With all mistakes of the file; a stance that the legs do not reach is one.
    """
    return load(path, WalkingParameters, overrides, check=partial(_too_tall, robot))


def load_speeds(path: Path, robot: RobotModel, walking: WalkingParameters) -> SpeedProfile:
    """Load a speed profile.

    Args:
        path: A file like those in `config/walking/profiles/`.
        robot: That shall walk.
        walking: How it walks.

    Raises:
        ConfigError: With all mistakes of the file; one that leaves no step in reach is one.
    """
    return load(path, SpeedProfile, check=partial(_out_of_reach, robot, walking))


def _too_tall(robot: RobotModel, walking: WalkingParameters) -> Iterator[tuple[DataPath, str]]:
    stance, size = walking.stance, robot.dimensions
    leg = size.thigh + size.tibia
    if abs(stance.torso_forward) >= leg:
        told = f"{_MM * leg:.0f} mm, the robot's leg without its foot"
        got = _MM * stance.torso_forward
        yield ("stance", "torso_forward_mm"), f"must be less than {told} (got {got:g})"
        return
    highest = math.sqrt(leg**2 - stance.torso_forward**2) + size.foot_height
    if stance.hip_height >= highest:
        told = f"{math.floor(_MM * highest)} mm, which the robot's stretched legs reach"
        got = _MM * stance.hip_height
        yield ("stance", "hip_height_mm"), f"must be at most {told} (got {got:g})"


def _out_of_reach(
    robot: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> Iterator[tuple[DataPath, str]]:
    try:
        StepLimits(robot, walking, profile)
    except NoReachError:
        yield ("reach_margin_mm",), _no_room(robot, walking)


def _no_room(robot: RobotModel, walking: WalkingParameters) -> str:
    stance, size = walking.stance, robot.dimensions
    drop = stance.hip_height - size.foot_height
    ahead = math.sqrt(max((size.thigh + size.tibia) ** 2 - drop**2, 0.0))
    back, front = (_MM * (stance.torso_forward + way) for way in (-ahead, ahead))
    return (
        "leaves no step that the legs reach: from the stance they reach "
        f"{math.ceil(back)} to {math.floor(front)} mm, and steps need room between"
    )
