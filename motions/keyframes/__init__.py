"""Keyframe motions: getting up, sitting down, and what happens when they fail."""
