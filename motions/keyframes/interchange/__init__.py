"""Keyframe motions of other teams: read from and written to B-Human's configuration files."""
