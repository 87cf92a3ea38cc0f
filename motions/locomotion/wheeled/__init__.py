"""Motion of a wheeled base: planning and following."""
