"""The motors of our own robot: driver, battery, gears, and winding temperatures."""
