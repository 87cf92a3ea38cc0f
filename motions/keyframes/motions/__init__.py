"""Keyframe motions as data: loaded, checked, mirrored."""
