"""What happens to a robot while it gets up, drawn by the number of the trial."""

import math
from collections.abc import Callable
from enum import Enum

from hardware.disturbance import Disturbance
from hardware.disturbances import BlockFoot, Push, SeizeJoint
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hsm.campaigns.streams import Stream, stream
from hsm.control.assembly import load_robot

HELD_WITH = 30.0
"""N at a foot ..."""
HELD_FOR = 1.0
"""... for this long, s."""
STUCK_FOR = 0.5
"""Time that the hip yaw pitch does not turn, s."""
PUSHED_WITH = 0.5
"""N s at the torso, in any direction."""
_MEANWHILE = (0.3, 4.0)
"""When a foot or a joint is held, s after the start: from the first posture to the stance."""
_RISING = (2.6, 4.2)
"""When the robot is pushed, s after the start: hands off the ground to standing."""


Delayed = tuple[Disturbance, float]
"""What happens, and how long after the start, s."""


class Perturbation(Enum):
    """What interferes with a get-up."""

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
