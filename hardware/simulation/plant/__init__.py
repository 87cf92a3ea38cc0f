"""The simulated robot and its ground: bodies, motors, gears, sensors, turf."""
