"""Ways in the step model."""
