"""The motors of our own robot: driver, battery, gears, and the warmth of their windings."""
