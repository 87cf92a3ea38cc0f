"""Campaigns of the generators of steps, in a model without physics."""
