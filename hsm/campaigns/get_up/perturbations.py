"""Disturbances of a get-up, drawn from the number of the trial."""

import math
from collections.abc import Callable
from enum import Enum

from hardware.disturbance import Disturbance
from hardware.disturbances import BlockFoot, Push, SeizeJoint
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hsm.campaigns.streams import Stream, stream
from hsm.settings.robot_file import load_robot

HELD_WITH = 30.0
"""N at a foot ..."""
HELD_FOR = 1.0
"""... for this long, s."""
STUCK_FOR = 0.5
"""Time for which the hip yaw pitch is blocked, s."""
PUSHED_WITH = 0.5
"""N s at the torso, in any direction."""
_MEANWHILE = (0.3, 4.0)
"""Onset of holding a foot or joint, s after the start: from the first posture to the stance."""
_RISING = (2.6, 4.2)
"""Onset of a push, s after the start: from hands off the ground to standing."""


Delayed = tuple[Disturbance, float]
"""A disturbance, and its delay after the start, s."""


class Perturbation(Enum):
    """Kind of disturbance of a get-up."""

    NONE = "none"
    FOOT_HELD = "foot-held"
    HIP_STUCK = "hip-stuck"
    PUSHED = "pushed"


def _foot_held(number: int) -> Delayed:
    rng = stream(number, Stream.TROUBLE)
    side = Side.LEFT if rng.random() < 0.5 else Side.RIGHT
    return BlockFoot(side, HELD_FOR, HELD_WITH), float(rng.uniform(*_MEANWHILE))


def _hip_stuck(number: int) -> Delayed:
    after = float(stream(number, Stream.TROUBLE).uniform(*_MEANWHILE))
    stuck = Joint(load_robot().legs[Side.LEFT].hip_yaw)
    return SeizeJoint(stuck, STUCK_FOR), after


def _pushed(number: int) -> Delayed:
    rng = stream(number, Stream.TROUBLE)
    direction = float(rng.uniform(-math.pi, math.pi))
    return Push(direction, PUSHED_WITH), float(rng.uniform(*_RISING))


TROUBLES: dict[Perturbation, Callable[[int], Delayed | None]] = {
    Perturbation.NONE: lambda _: None,
    Perturbation.FOOT_HELD: _foot_held,
    Perturbation.HIP_STUCK: _hip_stuck,
    Perturbation.PUSHED: _pushed,
}
