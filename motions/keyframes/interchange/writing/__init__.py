"""Motions in the language of other teams."""
