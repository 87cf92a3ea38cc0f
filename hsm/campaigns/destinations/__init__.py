"""Campaigns on walks to a destination."""
