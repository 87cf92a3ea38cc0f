"""Poses of limbs in space, which the source's files provide for and its engine never used."""

from hardware.units import Point
from motions.keyframes.interchange.names import LIMBS
from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.motions.keyframe import Limb, LimbPose


def read_poses(fields: Fields) -> dict[Limb, LimbPose] | None:
    """Return the poses of a keyframe: position of sole or wrist, and its roll, pitch, yaw."""
    return fields.sole("robotPoses", lambda own: own.inner("robotPoses", _poses, needed=True))


def _poses(fields: Fields) -> dict[Limb, LimbPose] | None:
    poses = {
        limb: fields.inner(key, lambda own: own.sole("pose", _pose), needed=True)
        for key, limb in LIMBS.items()
    }
    return {limb: pose for limb, pose in poses.items() if pose is not None} or None


def _pose(fields: Fields) -> LimbPose | None:
    if not fields.items("trans", needed=False):
        fields.mistake(fields.record, "KF144 missing 'trans': a pose needs a position")
    place, turn = fields.sole("trans", _place), fields.sole("rot", _turn)
    return LimbPose(place, turn) if place is not None else None


def _place(fields: Fields) -> Point:
    return fields.number("x") * 1e-3, fields.number("y") * 1e-3, fields.number("z") * 1e-3


def _turn(fields: Fields) -> Point:
    return fields.angle("x"), fields.angle("y"), fields.angle("z")
