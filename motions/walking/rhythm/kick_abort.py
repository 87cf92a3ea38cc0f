"""Decides whether a kicking step must be aborted because the torso falls to the kicking foot.

A kick holds its foot up for longer than a walking step. If the torso has not swung far enough over
the support foot, it returns meanwhile and lands at high speed on the outer edge of a foot. To avoid
this, the foot comes down at once, before it reaches the ball.
"""

from dataclasses import dataclass

from hardware.units import Milliseconds, demand_order
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.pendulum import DcmError


@dataclass(frozen=True, slots=True)
class KickAbortParameters:
    """Abort of a kick when the robot falls towards the kicking foot (`gives_up`).

    Attributes:
        active: Whether kicks are aborted.
        after: Time before which the last landing still disturbs the DCM error, s.
        until: Time after which aborting would not bring the foot down any sooner, s.
    """

    active: bool
    after: Milliseconds
    until: Milliseconds

    def __post_init__(self) -> None:
        demand_order(self, "after", "until")


def must_abort(parameters: KickAbortParameters, running: RunningStep, error: DcmError) -> bool:
    """Return whether the running step must abort its kick."""
    kick = running.kick
    if kick is None or not running.kicks or not parameters.active:
        return False
    in_time = parameters.after <= running.time <= parameters.until
    return in_time and error.side > kick.style.gives_up
