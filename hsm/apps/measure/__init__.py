"""Campaigns: many trials of one thing in physics, reported as rates with their trial counts."""
