"""How this program comes onto a robot."""
