"""Motions of other teams as they are read."""
