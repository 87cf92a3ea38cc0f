"""Timing of steps: delays, clocks and ends."""
