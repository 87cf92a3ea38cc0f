"""Feedback on the progress of a motion request."""

from typing import Final

from hardware.cycle_data import cycle_data
from hsm.chart.leaves import KEYFRAME_PHASE, KICK_STRIKE, UPRIGHT
from hsm.states.components import Components
from motions.keyframes.engine.player import KeyframeInfo
from motions.kicks.memory import LastKick
from motions.kinematics.geometry import Pose2
from motions.limbs.overlay import FreeLimbs
from motions.locomotion.info import NO_PLAN, PlannedFootstep, PreviewInfo
from motions.perception.state import Fall


@cycle_data
class MotionInfo:
    """Progress of the request.

    Attributes:
        open: The errand is open: steps are still needed, or the end of the running step will decide
            that of a new request.
        arrived: The errand is complete: the pose is reached, the kick was seen to hit, the ball is
            dribbled to its target or past it, the step record played. Other errands have no end.
        left: Remaining path, as a pose in the frame of the robot with closed feet; None where this
            is undefined, and from a new request to the end of the running step.
        speed: Planned speed of the running step, m/s, m/s and rad/s; 0 outside of steps.
        tries: Get-ups that have failed in a row.
        preview: The plan of the preview walk.
        last_kick: The last kick and its result; None before the first.
        unfollowed: Those of `head`, `left_arm` and `right_arm` whose request is not followed: the
            running motion uses the limb itself, or a fall has invalidated the requested target.
        stable: Poses of the cameras can be trusted: the robot stands or walks, or plays a motion
            that is declared stable; it neither falls nor swings a leg in a kick from standing.
        keyframe: The keyframe that is played; None outside of keyframe motions, and after they
            broke up.
        footstep: The running step, which cannot be changed by a request any more; None outside of
            steps, and in the preview walk, which has its own plan.
    """

    open: bool
    arrived: bool
    left: Pose2 | None
    speed: tuple[float, float, float]
    tries: int
    preview: PreviewInfo = NO_PLAN
    last_kick: LastKick | None = None
    unfollowed: tuple[str, ...] = ()
    stable: bool = False
    keyframe: KeyframeInfo | None = None
    footstep: PlannedFootstep | None = None


_STANDS = (0.0, 0.0, 0.0)
NOTHING_ASKED: Final = MotionInfo(False, False, None, _STANDS, 0)


def info_of(
    components: Components, leaf: str, fall: Fall, *, walks: bool, free: FreeLimbs
) -> MotionInfo:
    """Return the progress of the request in this cycle.

    Args:
        components: The components that move the robot.
        leaf: Short name of the active leaf.
        fall: Whether the robot falls.
        walks: The robot is walking.
        free: Limbs that the running motion leaves free.
    """
    errand, running = components.errand, components.walking.running
    speed, footstep = _STANDS, None
    if walks and running is not None and running.end is None:
        step, duration = running.step, running.duration
        speed = step.x / duration, step.y / duration, step.turn / duration
        # Learnt corrections only make up for what the feet would miss: they land as planned.
        footstep = PlannedFootstep(
            running.swing,
            max(duration - running.time, 0.0),
            running.planned.landing(running.swing, components.walking.dimensions.hip_offset_y),
        )
    keyframe = components.keyframes.info if leaf in KEYFRAME_PHASE else None
    if keyframe is None:
        stable = leaf in UPRIGHT and leaf not in KICK_STRIKE
    else:
        stable = components.keyframes.stable
    return MotionInfo(
        errand.open or (walks and errand.undecided),
        errand.arrived,
        errand.left,
        speed,
        components.keyframes.tries,
        components.preview.info(),
        components.kick_memory.kick,
        components.limbs.unfollowed(free),
        stable and fall in (Fall.UPRIGHT, Fall.STAGGERING),
        keyframe,
        footstep,
    )
