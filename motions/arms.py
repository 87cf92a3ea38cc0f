"""Arms that swing against the legs, and the straight head between them."""

from hardware.nao import Joint, Side
from motions.walking.parameters import Arms
from motions.walking.trajectories import FootOffset


def set_arms(joints: list[float], arms: Arms, left: FootOffset, right: FootOffset) -> None:
    """Write both arms into the joint targets.

    The arm swings back while the foot of the same side goes forward.

    Args:
        joints: Joint targets, (25,), rad; changed in place.
        arms: Rest pose and gains.
        left: Offset of the left foot from the stance.
        right: Offset of the right foot from the stance.
    """
    for side, foot, first in (
        (Side.LEFT, left, Joint.L_SHOULDER_PITCH),
        (Side.RIGHT, right, Joint.R_SHOULDER_PITCH),
    ):
        sign = side.sign
        joints[first] = arms.shoulder_pitch + arms.pitch_gain * foot.forward
        joints[first + 1] = sign * (arms.shoulder_roll + arms.roll_gain * abs(foot.side))
        joints[first + 2] = 0.0
        joints[first + 3] = -sign * arms.elbow_roll
        joints[first + 4] = -sign * arms.wrist_yaw
