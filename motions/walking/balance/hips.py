"""A torso that is leant by both hips, and joints as they would be without it."""

from collections.abc import Sequence

from hardware.nao import Joint

_HIP_PITCHES = (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH)


def lean_back(joints: list[float], angle: float) -> None:
    """Lean the torso back by an angle, rad; changes the joint targets, (25,), rad, in place."""
    for joint in _HIP_PITCHES:
        joints[joint] += angle


def without_lean(positions: Sequence[float], angle: float) -> Sequence[float]:
    """Return joint angles, (25,), rad, as they were before `lean_back` by this angle, rad."""
    joints = list(positions)
    lean_back(joints, -angle)
    return joints
