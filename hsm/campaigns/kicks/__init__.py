"""Kicks: accuracy of the ball's direction and distance, and stability of the robot."""
