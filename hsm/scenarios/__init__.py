"""Runs as files: what is asked and done, what has to happen, and the verdict."""
