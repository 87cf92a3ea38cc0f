"""What the simulated robot measures."""
