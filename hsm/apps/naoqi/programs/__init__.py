"""How programs in Python reach a robot, and are called back by its events."""
