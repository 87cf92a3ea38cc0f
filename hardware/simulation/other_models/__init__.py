"""Somebody else's model of the robot, behind the same interface."""
