"""Loads changes of the walk while the robot runs: checked as at the start, then laid over it."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from hardware.robots.model import RobotModel
from hsm.errors import ConfigError
from hsm.settings.fields import keys_of
from hsm.settings.located_yaml import DataPath, Located
from hsm.settings.walk_files import (
    beyond_the_robot,
    load_speeds,
    load_walking,
    out_of_reach,
    room_beside_step,
)
from motions.kicks.parameters import KickParameters
from motions.walking.configuration import WalkingParameters, shared_differences
from motions.walking.parameters import SpeedProfile

T = TypeVar("T")
_SHARED: Final = (
    "cannot change while the robot runs, because other motions use it, too: start with this value"
)


def changed_walk(
    walking: WalkingParameters,
    profile: SpeedProfile,
    robot: RobotModel,
    kicks: KickParameters,
    *,
    file: Path,
    patch: Located,
    profile_file: Path | None,
) -> tuple[WalkingParameters, SpeedProfile]:
    """Return the parameters of a running robot's walk with the values of a patch and a profile.

    Args:
        walking: Present parameters.
        profile: Present speed profile.
        robot: The robot.
        kicks: Its kicks, which lift a foot beyond the walk's lift.
        file: A file like `config/walking/engine.yaml`, whose structure the patch has.
        patch: Values to change; it may be empty.
        profile_file: The new speed profile; None keeps the present one.

    Raises:
        ConfigError: With all mistakes, including values that cannot change while the robot runs.
    """
    if patch.data is not None or patch.problems:
        loaded = load_walking(file, robot, [patch])
        new = _laid_over(walking, loaded, patch.data)
        _demand_none(patch, _shared(walking, new))
        _demand_none(patch, [*beyond_the_robot(robot, new), *_too_high(robot, new, kicks)])
        walking = new
    if profile_file is not None:
        return walking, load_speeds(profile_file, robot, walking)
    _demand_none(patch, out_of_reach(robot, walking, profile))
    return walking, profile


def _laid_over(value: T, loaded: T, named: Mapping[str, Any]) -> T:
    """Return a value with the fields of the loaded one that a patch names."""
    changes, cls = {}, type(value)
    for text, key in keys_of(cls).items():  # type: ignore[arg-type] # a dataclass is hashable
        if text in named:
            old, new = getattr(value, key.name), getattr(loaded, key.name)
            inside = isinstance(named[text], Mapping) and is_dataclass(old)
            changes[key.name] = _laid_over(old, new, named[text]) if inside else new
    return replace(value, **changes)  # type: ignore[type-var]


def _shared(walking: WalkingParameters, new: WalkingParameters) -> Iterator[tuple[DataPath, str]]:
    for group in shared_differences(new, walking):
        yield (group,), _SHARED


def _too_high(
    robot: RobotModel, walking: WalkingParameters, kicks: KickParameters
) -> Iterator[tuple[DataPath, str]]:
    """Yield a lift that leaves too little room for the kicks in the walk."""
    highest = max((kick.lift for kick in kicks.in_walk.values()), default=0.0)
    room = room_beside_step(robot, walking)
    if highest > room:
        most = math.floor(1e3 * (walking.step.lift + room - highest))
        yield ("step", "lift_mm"), f"must be at most {most} mm, so that kicks can lift the foot"


def _demand_none(where: Located, wrong: Iterable[tuple[DataPath, str]]) -> None:
    """Raise if there are mistakes, each at its place in the patch."""
    problems = [
        (where.keys.get(path) or where.place(path)).problem(path, text) for path, text in wrong
    ]
    if problems:
        raise ConfigError(tuple(problems))
