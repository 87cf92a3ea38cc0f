"""Disturbances of a simulated robot: forces, hands, faults."""
