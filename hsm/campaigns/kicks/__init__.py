"""Kicks: does the ball go where it should, and does the robot stand afterwards."""
