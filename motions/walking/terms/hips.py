"""A torso that is leant by both hips."""

from hardware.nao import Joint

_HIP_PITCHES = (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH)


def lean_back(joints: list[float], angle: float) -> None:
    """Lean the torso back by an angle, rad; changes the joint targets, (25,), rad, in place."""
    for joint in _HIP_PITCHES:
        joints[joint] += angle
