"""Runs on disk: writing, strict reading, replay and explanation."""
