"""Campaigns: many simulated trials of one measure, reported with 95 % intervals."""
