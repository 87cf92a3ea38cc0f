"""Loads changes of the present walk while the robot runs, checked as a file is at the start.

Unlike a file for a tuning, a change is written by a person for a walk that is known: it must name a
value, and values in metres are recognised by those that they replace.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from hardware.robots.model import RobotModel
from hardware.units import UNITS
from hsm.errors import ConfigError
from hsm.settings.fields import keys_of
from hsm.settings.located_yaml import DataPath, Located
from hsm.settings.messages import MISTAKABLE, which_unit
from hsm.settings.walk_files import load_speeds, load_walking, out_of_reach, room_beside_step
from hsm.settings.writer import plain
from motions.kicks.parameters import KickParameters
from motions.walking.configuration import WalkingParameters, shared_differences
from motions.walking.parameters import SpeedProfile

T = TypeVar("T")
_SHARED: Final = (
    "cannot change while the robot runs, because other motions use it, too: start with this value"
)
_NOTHING: Final = "changes nothing: expected a value of the walk, such as 'step: {lift_mm: 20}'"
_MILLIMETRES: Final = tuple(unit for unit, (_, _, size) in MISTAKABLE.items() if size == 1e3)
_ALIKE: Final = 5.0
"""A number in metres is taken for a mistake if it is the present one within this factor: smaller
values than a 200th of the present one are rarely wanted, and 0 says the same."""


def changed_walk(
    walking: WalkingParameters,
    profile: SpeedProfile,
    robot: RobotModel,
    kicks: KickParameters,
    *,
    patch: Located | None,
    profile_file: Path | None,
) -> tuple[WalkingParameters, SpeedProfile]:
    """Return the parameters of a running robot's walk with the values of a patch and a profile.

    Args:
        walking: Present parameters.
        profile: Present speed profile.
        robot: The robot.
        kicks: Its kicks, which lift a foot beyond the walk's lift.
        patch: Values to change, structured as in `config/walking/engine.yaml`; None for none.
        profile_file: The new speed profile; None keeps the present one.

    Raises:
        ConfigError: With all mistakes, including values that cannot change while the robot runs,
            values that are probably in metres, and a patch without values.
    """
    if patch is not None:
        if not patch.problems and (patch.data is None or _is_empty(patch.data)):
            _demand_none(patch, [((), _NOTHING)])
        present = Located(plain(_as_in_file(walking)), values={(): patch.place(())})
        loaded = load_walking(present, robot, [patch])
        new = _laid_over(walking, loaded, patch.data)
        _demand_none(patch, _shared(walking, new))
        _demand_none(patch, _in_metres(walking, new))
        _demand_none(patch, _too_high(robot, new, kicks))
        walking = new
    if profile_file is not None:
        return walking, load_speeds(profile_file, robot, walking)
    if patch is not None:
        _demand_none(patch, out_of_reach(robot, walking, profile))
    return walking, profile


def _as_in_file(walking: WalkingParameters) -> WalkingParameters:
    """Return the parameters without the terms of a program, which no file has."""
    return WalkingParameters(
        **{item.name: getattr(walking, item.name) for item in fields(WalkingParameters)}
    )


def _is_empty(data: Any) -> bool:
    """Return whether a mapping has no values: it is empty, or all its groups are."""
    return isinstance(data, Mapping) and all(map(_is_empty, data.values()))


def _in_metres(old: Any, new: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, str]]:
    """Yield every new number that is probably in metres: as such it is like the present one."""
    kind: type = type(old)
    for text, key in keys_of(kind).items():
        before, after = getattr(old, key.name), getattr(new, key.name)
        if is_dataclass(before) and type(after) is type(before):
            yield from _in_metres(before, after, (*path, text))
        elif key.suffix in _MILLIMETRES:
            for size, written in _numbers(before, after, UNITS[key.suffix].to_si):
                if size / _ALIKE <= 1e3 * abs(written) <= size * _ALIKE and size > 0.0:
                    yield (*path, text), which_unit(written, key.suffix)
                    break


def _numbers(before: Any, after: Any, to_si: float) -> Iterator[tuple[float, float]]:
    """Yield the size of each number and what replaces it, in a unit."""
    pairs = zip(before, after, strict=False) if isinstance(before, tuple) else ((before, after),)
    for old, new in pairs:
        if isinstance(old, float) and isinstance(new, float):
            yield abs(old) / to_si, new / to_si


def _laid_over(value: T, loaded: T, named: Mapping[str, Any]) -> T:
    """Return a value with the fields of the loaded one that a patch names.

    All others keep every digit, of which a file has only some.
    """
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
