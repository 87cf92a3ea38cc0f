"""Programs written for NAOqi, running on simulated robots."""
