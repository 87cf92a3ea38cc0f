"""Joints of the walk: recent requests, tracking errors, and their compensation."""
