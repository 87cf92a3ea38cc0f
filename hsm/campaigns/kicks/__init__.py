"""Kicks: does the ball go where it shall, and does the robot stand afterwards."""
