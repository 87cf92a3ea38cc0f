"""What is particular to one robot: its play, its calibration errors, its dry joints.

Drawn from the robot's number alone, so that robot 3 is the same robot in every run; noise and
terrain come from the episode's seed instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.simulation.plant.parameters import PlantParameters, PlayParameters

_STREAM = 0x4E414F
"""Keeps the draw of a robot apart from every other use of a small seed."""

_SIDES = ("l", "r")


@dataclass(frozen=True, slots=True)
class Individual:
    """One robot's deviations from the type.

    Attributes:
        play: Full range of the play by the model's joint name, rad; only joints that have some.
        offsets: Error of the zero of every joint, (25,), rad: a joint stands this much further
            than it is told and than it reports.
        friction: Factor on the constant friction of every joint, (25,).
    """

    play: Mapping[str, float]
    offsets: tuple[float, ...]
    friction: tuple[float, ...]


def draw_individual(parameters: PlantParameters, robot: int) -> Individual:
    """Return the deviations of robot number `robot` of this plant.

    The number of draws never depends on the parameters: robot 3 of `standard` and robot 3 of
    `worn` have their bad joints in the same places.
    """
    rng = np.random.default_rng((_STREAM, robot))
    names = [f"{side}_{name}" for side in _SIDES for name in _nominal_play(parameters.play)]
    factors = 1.0 + parameters.play.spread * rng.uniform(-1.0, 1.0, len(names))
    nominal = _nominal_play(parameters.play)
    play = {
        name: nominal[name[2:]] * float(factor)
        for name, factor in zip(names, factors, strict=True)
        if nominal[name[2:]] > 0.0
    }
    offsets = parameters.play.calibration_offset * rng.uniform(-1.0, 1.0, len(Joint))
    friction = 1.0 + parameters.friction.constant_spread * rng.uniform(-1.0, 1.0, len(Joint))
    offsets[list(HAND_JOINTS)] = 0.0
    return Individual(play, tuple(offsets.tolist()), tuple(friction.tolist()))


def _nominal_play(play: PlayParameters) -> dict[str, float]:
    return {
        "hip_yaw_pitch": play.roll,
        "hip_roll": play.roll,
        "hip_pitch": play.pitch,
        "knee_pitch": play.pitch,
        "ankle_pitch": play.ankle_pitch,
        "ankle_roll": play.roll,
    }
