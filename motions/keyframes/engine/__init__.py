"""Keyframe engine: plays motions, monitors them, and breaks them up."""
