"""Tests of the import and export of other teams' motions."""
