"""What the machine tells back to whoever asks it for motion."""

from typing import Final

from hardware.cycle_data import cycle_data
from hsm.states.components import Components
from motions.kicks.memory import LastKick
from motions.kinematics.geometry import Pose2
from motions.limbs.overlay import FreeLimbs
from motions.locomotion.info import NO_PLAN, PreviewInfo


@cycle_data
class MotionInfo:
    """How far the wish has come.

    Attributes:
        open: There is still a way to go.
        arrived: There was, and is none any more: the pose is reached, the kick made, the ball where
            it was to be driven or past it, the record played. Other errands have no end.
        left: What is left to go, in the frame of a robot with closed feet; None where that means
            nothing.
        speed: That the running step is planned for, m/s, m/s and rad/s; 0 outside of steps.
        tries: Get-ups that have failed in a row.
        preview: The plan of the preview walk.
        last_kick: The last kick, and what came of it; None before the first.
        unfollowed: Of `head`, `left_arm` and `right_arm`, what is wished and not done: the running
            motion keeps the limb for itself, or a fall has made the place of the wish forgotten.
    """

    open: bool
    arrived: bool
    left: Pose2 | None
    speed: tuple[float, float, float]
    tries: int
    preview: PreviewInfo = NO_PLAN
    last_kick: LastKick | None = None
    unfollowed: tuple[str, ...] = ()


_STANDS = (0.0, 0.0, 0.0)
NOTHING_ASKED: Final = MotionInfo(False, False, None, _STANDS, 0)


def info_of(components: Components, *, walks: bool, free: FreeLimbs) -> MotionInfo:
    """Return how far the wish has come in this cycle.

    Args:
        components: What moves the robot.
        walks: Steps are being made.
        free: Limbs that the running motion leaves to others.
    """
    errand, running = components.errand, components.walking.running
    speed = _STANDS
    if walks and running is not None and running.end is None:
        step, duration = running.step, running.duration
        speed = step.x / duration, step.y / duration, step.turn / duration
    return MotionInfo(
        errand.open,
        errand.arrived,
        errand.left,
        speed,
        components.keyframes.tries,
        components.preview.info(),
        components.kicks.kick,
        components.limbs.unfollowed(free),
    )
