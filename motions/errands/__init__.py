"""Errands: whether a walking task is finished, and which generator plans its steps."""
