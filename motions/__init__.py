"""Motions of the robot: kinematics, perception, walking, keyframes; no states, no backends."""
