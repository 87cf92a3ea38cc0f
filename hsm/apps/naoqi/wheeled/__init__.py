"""ALMotion of a robot on wheels."""
