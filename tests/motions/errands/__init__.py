"""Tests of errands."""
