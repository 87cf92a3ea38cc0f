"""Tests of the step generators."""
