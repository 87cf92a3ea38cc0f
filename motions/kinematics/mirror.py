"""The one place that knows what left and right exchange in a joint vector."""

from collections.abc import Sequence

from hardware.nao import Joint


def partner(joint: Joint) -> Joint:
    """Return the joint of the other side; head and hip yaw pitch are their own partners."""
    if joint is Joint.L_HIP_YAW_PITCH or not joint.name.startswith(("L_", "R_")):
        return joint
    return Joint[("R_" if joint.name.startswith("L_") else "L_") + joint.name[2:]]


def sign(joint: Joint) -> float:
    """Return -1.0 for joints about x or z: roll and yaw change sign, pitch and hands do not."""
    if joint is Joint.L_HIP_YAW_PITCH:
        return 1.0
    return -1.0 if "YAW" in joint.name or "ROLL" in joint.name else 1.0


_MIRROR = tuple((int(partner(joint)), sign(joint)) for joint in Joint)


def mirror_joints(values: Sequence[float]) -> tuple[float, ...]:
    """Return the joint angles of the mirrored posture, (25,), rad."""
    return tuple(sign * values[partner] for partner, sign in _MIRROR)


def swap_joints(values: Sequence[float]) -> tuple[float, ...]:
    """Return unsigned joint values, such as stiffness, with the sides exchanged, (25,)."""
    return tuple(values[partner] for partner, _ in _MIRROR)
