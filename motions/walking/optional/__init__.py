"""Optional parts of the walk, switched off by default."""
