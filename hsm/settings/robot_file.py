"""Loads the model of the robot; a module of its own, so that the watchdog imports no motions."""

import math
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from hardware.robots.model import RobotModel, Side
from hardware.units import Point
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import DataPath


def load_robot(folder: Path | str | None = None) -> RobotModel:
    """Load the model of the robot.

    Args:
        folder: A copy of `config/` to use instead of the folder that ships with the program.

    Raises:
        ConfigError: With all mistakes of the file.
        HsmError: If there is no such folder.
    """
    path = config_folder(folder) / "robots" / "nao_v6.yaml"
    return _robot(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _robot(path: Path, changed: int) -> RobotModel:
    """Read the file of a robot; cached until the file changes, as the model is immutable."""
    return load(path, RobotModel, check=other_lengths)


def other_lengths(model: RobotModel) -> Iterator[tuple[DataPath, str]]:
    """Yield every dimension that the links do not have; the walk uses one, physics the other."""
    at: dict[str, Point] = {"": (0.0, 0.0, 0.0)}
    place: dict[str, Point] = {}
    for link in model.links:
        x, y, z = at[link.parent]
        at[link.name] = (x + link.origin[0], y + link.origin[1], z + link.origin[2])
        place[link.joint] = at[link.name]
    for side in Side:
        leg = model.limbs.legs[side]
        hip, knee, ankle = (
            place[name] for name in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch)
        )
        lengths = {
            "hip_offset_y": side.sign * hip[1],
            "hip_offset_z": -hip[2],
            "thigh": math.dist(hip, knee),
            "tibia": math.dist(knee, ankle),
        }
        for name, length in lengths.items():
            declared = getattr(model.dimensions, name)
            if not math.isclose(declared, length, abs_tol=1e-6):
                yield (
                    ("dimensions", f"{name}_mm"),
                    f"{1e3 * declared:g} mm, but {1e3 * length:g} mm in the {side.name.lower()} "
                    "leg, by `origin_mm` of its links: the walk uses this one, physics those",
                )
