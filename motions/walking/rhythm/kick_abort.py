"""Whether a step that kicks must be given up: the torso falls to the foot that is up for it.

A kick holds its foot up for longer than a step does. A torso that has not swung far enough over the
foot that stands comes back meanwhile, and lands on an outer edge with all the speed that it has
gained. So the foot comes down at once, before the ball.
"""

from dataclasses import dataclass

from hardware.units import Milliseconds, demand_order
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.pendulum import DcmError


@dataclass(frozen=True, slots=True)
class KickAbortParameters:
    """A kick in the walk is given up when the robot falls to the foot that kicks (`gives_up`).

    Attributes:
        active: It is.
        after: Time of the step before which a landing still shakes it, s.
        until: Time after which a foot that comes down is no sooner on the ground, s.
    """

    active: bool
    after: Milliseconds
    until: Milliseconds

    def __post_init__(self) -> None:
        demand_order(self, "after", "until")


def must_abort(parameters: KickAbortParameters, running: RunningStep, error: DcmError) -> bool:
    """Return whether the running step must not go on kicking."""
    kick = running.kick
    if kick is None or not running.kicks or not parameters.active:
        return False
    in_time = parameters.after <= running.time <= parameters.until
    return in_time and error.side > kick.gives_up
