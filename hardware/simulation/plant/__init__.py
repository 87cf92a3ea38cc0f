"""The robot and its ground in physics: bodies, motors, gears, sensors, turf."""
