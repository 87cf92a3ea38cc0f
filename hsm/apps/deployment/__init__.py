"""Installation of this program on a robot."""
