"""Campaigns about walks that have an end."""
