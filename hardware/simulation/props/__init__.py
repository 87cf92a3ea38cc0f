"""Simulation of props on the field: contact, rolling and bouncing."""
