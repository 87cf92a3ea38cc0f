"""Runs on disk: written cycle by cycle, read strictly, decided again, explained."""
