"""Causes of falls, found from the robot's own data."""
