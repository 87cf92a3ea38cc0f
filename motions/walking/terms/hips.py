"""Lean of the torso by both hip pitches."""

from hardware.robots.model import Legs


def lean_back(joints: list[float], legs: Legs, angle: float) -> None:
    """Lean the torso back by an angle, rad, by modifying joint targets, rad, in place."""
    for leg in legs.values():
        joints[leg.hip_pitch] += angle
