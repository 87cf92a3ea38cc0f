"""Head and arms, controlled by wishes alongside any motion."""
