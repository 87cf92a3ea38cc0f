"""Campaigns: many trials of one thing in physics, reported with their 95 % intervals."""
