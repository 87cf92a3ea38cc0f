"""Generators of the next step, one for each kind of walking task."""
