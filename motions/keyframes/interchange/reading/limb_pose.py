"""Poses of limbs in space, which the source's files provide for and its engine never used."""

from motions.keyframes.interchange.names import LIMBS
from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.motions.keyframe import Limb, LimbPose


def read_poses(fields: Fields) -> dict[Limb, LimbPose] | None:
    """Return the poses of a keyframe: place of sole or wrist and its roll, pitch, yaw."""
    found = fields.optional("robotPoses")
    whole = fields.record_of(*found) if found else None
    limbs = whole.fields("robotPoses") if whole is not None else None
    if whole is None or limbs is None:
        return None
    poses = {}
    for key, limb in LIMBS.items():
        wrapper = limbs.fields(key)
        inner = wrapper.optional("pose") if wrapper is not None else None
        pose = wrapper.record_of(*inner) if wrapper is not None and inner else None
        if pose is not None:
            made = _pose(pose)
            if made is not None:
                poses[limb] = made
        if wrapper is not None:
            wrapper.close()
    limbs.close()
    whole.close()
    return poses or None


def _pose(fields: Fields) -> LimbPose | None:
    place, turn = fields.optional("trans"), fields.optional("rot")
    fields.close()
    if place is None:
        fields.mistake(fields.record, "KF144 missing 'trans': a pose needs a place")
        return None
    where = fields.record_of(*place)
    turned = fields.record_of(*turn) if turn else None
    if where is None:
        return None
    x, y, z = (where.number(axis) * 1e-3 for axis in "xyz")
    where.close()
    if turned is None:
        return LimbPose((x, y, z))
    roll, pitch, yaw = (turned.angle(axis) for axis in "xyz")
    turned.close()
    return LimbPose((x, y, z), (roll, pitch, yaw))
