"""Head and arms, wished beside any motion."""
