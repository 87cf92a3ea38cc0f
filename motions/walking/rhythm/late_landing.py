"""Late landing: a step that swings out far over its support foot goes forward more slowly.

Its swing foot lands late, because the torso comes back late. Feet that went on at the planned pace
would have carried the torso past the support foot's toes by then, and they stop at the end of the
plan while the torso goes on: the robot tips over them. So the forward motion takes as long as the
step will: how far out the torso is tells that from the first cycles on.

Source: the divergent component of motion as `pendulum` measures it; the walks that this one comes
from go on at the planned pace.
"""

from dataclasses import dataclass
from typing import Annotated

from hardware.frames import CYCLE
from hardware.units import Length, Number, Ratio, Unit
from motions.scalars import clamp
from motions.walking.balance.pendulum import Pendulum
from motions.walking.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class LateLanding:
    """A step that will land late goes forward more slowly.

    Attributes:
        active: It does.
        long_step: Shorter steps keep the torso over the support foot however late they land, m.
        dead_band: Excess towards the support foot's outer edge that is left alone, m.
        side_sway: The same per length of a step that opens the legs, where that is more, as for the
            hip strategy.
        later: By how much a step lands later per excess beyond that, s/m.
        least: Slowest pace of the forward motion, a share of the planned one.
    """

    active: bool
    long_step: Length
    dead_band: Length
    side_sway: Number
    later: Annotated[float, Unit("s_per_m")]
    least: Ratio


def forward_pace(
    parameters: LateLanding, pendulum: Pendulum, side: float, running: RunningStep
) -> float:
    """Return how fast a step shall go forward, a share of the planned pace.

    Args:
        parameters: Of late landings.
        pendulum: The walking robot: until a landing has settled nothing is foretold.
        side: Excess of the DCM towards the swing foot, m; negative is outwards.
        running: The step.
    """
    if running.time < pendulum.settling or abs(running.step.x) < parameters.long_step:
        return 1.0
    sway = max(parameters.dead_band, parameters.side_sway * abs(running.step.y))
    later = parameters.later * max(0.0, -side - sway)
    remaining = max(running.duration + later - running.time, CYCLE)
    planned = running.duration - running.forward_time
    return clamp(planned / remaining, parameters.least, 1.0)
