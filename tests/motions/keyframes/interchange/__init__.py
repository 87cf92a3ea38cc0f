"""Motions of other teams: read, written, and read again."""
