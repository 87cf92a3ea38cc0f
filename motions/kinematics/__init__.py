"""Poses, leg kinematics and centre of mass in plain floats."""
