"""Loads the folder of the kicks: the table, the common parameters of stand kicks, and each kick."""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from hsm.chart.leaves import KICK_RECOVER, KICK_STRIKE
from hsm.errors import Mistakes, Problem
from hsm.settings.loader import Check, load
from hsm.settings.located_yaml import DataPath
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import (
    KickParameters,
    KickTable,
    StandKickMotion,
    StandKickParameters,
)
from motions.kicks.wish import KickKind

T = TypeVar("T")
_LEAST_PLACE = 0.010
"""m: every kick rolls a ball further, and no robot stands more precisely; less is in metres."""
_STAND, _IN_WALK = "stand", "in_walk"


def _without_place(table: KickTable) -> Iterator[tuple[DataPath, str]]:
    """Yield kicks missing in the table, and entries that are not valid."""
    kinds = [kind.value for kind in KickKind]
    for name in kinds:
        if name not in table.places:
            yield ("places",), f"the kick '{name}' has no place: each kind needs one"
    for name, place in table.places.items():
        if name not in kinds:
            yield ("places", name), f"unknown kick, expected one of {', '.join(kinds)}"
        sizes = {
            "ball_mm": math.hypot(*place.ball),
            "ahead_mm": place.ahead[1] - place.ahead[0],
            "aside_mm": place.aside[1] - place.aside[0],
            "length_mm": place.length[1],
        }
        for key, size in sizes.items():
            if size < _LEAST_PLACE:
                least = f"less than {1e3 * _LEAST_PLACE:g} mm in all"
                yield ("places", name, key), f"is {least}: are these metres?"
        for key, (low, high) in (("ahead_mm", place.ahead), ("aside_mm", place.aside)):
            if not low <= 0.0 <= high:  # the robot walks to the nominal place, and on, for ever
                yield ("places", name, key), "excludes 0, the ball's nominal position"
        if place.length[0] >= place.length[1]:
            yield (
                ("places", name, "length_mm"),
                "the strongest kick must be longer than the weakest",
            )


def _wrong_in_the_walk(lift_room: float, kick: InWalkKick) -> Iterator[tuple[DataPath, str]]:
    """Yield mistakes in the timing of a kick step, and a lift beyond the legs' reach."""
    yield from _late(kick)
    if kick.lift > lift_room:
        most = f"{math.floor(1e3 * lift_room)} mm above the walk's lift, as far as the legs fold"
        yield ("lift_mm",), f"must be at most {most} (got {1e3 * kick.lift:g})"


def _late(kick: InWalkKick) -> Iterator[tuple[DataPath, str]]:
    """Yield times that are too late in the step, and windows in the wrong order."""
    if kick.touch >= kick.duration:
        ends = f"{1e3 * kick.duration:g} ms"
        yield (
            ("touch_ms",),
            f"must be before the end of the step, {ends} (got {1e3 * kick.touch:g})",
        )
    first = kick.points[0].until * kick.duration
    for name, time in (("leaves_ms", kick.leaves), ("aim_again_ms", kick.aim_again)):
        if time >= first:  # the foot would jump there
            there = f"{1e3 * first:.0f} ms"
            yield (
                (name,),
                f"must be before the foot reaches its first point, {there} (got {1e3 * time:g})",
            )
    windows = kick.windows
    if not windows.precise <= windows.not_precise <= windows.just_hit:
        yield (
            ("windows",),
            "a more precise alignment must not have a wider window than a less precise",
        )


def _wrong_from_stand(motion: StandKickMotion) -> Iterator[tuple[DataPath, str]]:
    """Yield mistakes in the moves of a kick from standing, whose time the chart limits."""
    if motion.leave_after > len(motion.recover):
        most = f"{len(motion.recover)}, the number of moves in recover"
        yield ("leave_after",), f"must be at most {most} (got {motion.leave_after})"
    parts = (("strike", motion.strike, KICK_STRIKE), ("recover", motion.recover, KICK_RECOVER))
    for part, moves, leaf in parts:
        strong = sum(move.duration for move in moves)
        weak = sum(move.weak_duration or move.duration for move in moves)
        if leaf.at_most is not None and max(strong, weak) > leaf.at_most:
            ends = f"the state machine ends them after {1e3 * leaf.at_most:.0f} ms"
            yield (part,), f"these moves take {1e3 * max(strong, weak):.0f} ms: {ends}"
        for number, move in enumerate(moves):
            for key, foot in (("foot_mm", move.foot), ("weak_mm", move.weak)):
                if foot is not None and foot[2] < 0.0:
                    yield (part, number, key), f"is {-1e3 * foot[2]:.0f} mm below the ground"
    end = len(motion.recover) - 1
    last = motion.recover[end]
    if last.weight > 0.0 or max(last.foot[2], (last.weak or last.foot)[2]) > 0.0:
        yield ("recover", end), "a kick must end with the foot on the ground, and weight 0"


def kick_file(kind: KickKind) -> str:
    """Return the file of a kick, relative to the folder of the kicks."""
    return f"{_STAND if kind.from_stand else _IN_WALK}/{kind.value}.yaml"


_FILES = {kick_file(kind): kind for kind in KickKind}
"""Kicks by file."""


def load_kicks(
    folder: Path, patches: Mapping[str, Path] | None = None, *, lift_room: float = math.inf
) -> KickParameters:
    """Load all kicks.

    Args:
        folder: A folder like `config/kicks/`.
        patches: Override files for single kicks, by `kick_file`.
        lift_room: Additional height, beyond the walk's lift, to which the legs can lift a foot, m.

    Raises:
        ConfigError: With all mistakes in all files, including files that belong to no kick.
    """
    over = patches or {}
    mistakes = Mistakes()
    table = mistakes.take(lambda: load(folder / "table.yaml", KickTable, check=_without_place))
    stand = mistakes.take(lambda: load(folder / "stand.yaml", StandKickParameters))
    motions = _load_each(folder / _STAND, StandKickMotion, _wrong_from_stand, over, mistakes)
    check = partial(_wrong_in_the_walk, lift_room)
    steps = _load_each(folder / _IN_WALK, InWalkKick, check, over, mistakes)
    for file, kind in _FILES.items():
        if not (folder / file).is_file():
            problem = f"the kick '{kind.value}' is missing: add the file {file}"
            mistakes.problems.append(Problem(str(folder / "stand.yaml"), 1, 1, "", problem))
    mistakes.demand_none()
    assert table is not None and stand is not None
    return KickParameters(table, stand, motions, steps)


def _load_each(
    folder: Path,
    kind: type[T],
    check: Check[T],
    patches: Mapping[str, Path],
    mistakes: Mistakes,
) -> dict[str, T]:
    """Return the kicks of a folder by name, with their overrides; mistakes are collected."""
    found: dict[str, T] = {}
    for path in sorted(folder.glob("*.yaml")):
        file = f"{folder.name}/{path.name}"
        if file not in _FILES:
            known = ", ".join(_FILES)
            problem = (
                "this file belongs to no kick: declare its kind in motions/kicks/wish.py, or "
                f"rename it to one of {known}"
            )
            mistakes.problems.append(Problem(str(path), 1, 1, "", problem))
            continue
        patch = patches.get(file)
        overrides = [] if patch is None else [patch]
        kick = mistakes.take(partial(load, path, kind, overrides, check=check))
        if kick is not None:
            found[path.stem] = kick
    return found
