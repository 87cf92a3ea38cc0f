"""Access of Python programs to a robot, and callbacks of its events."""
