"""The sensors of the simulated robot."""
