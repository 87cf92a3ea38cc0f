"""The limit of the walk for each difficulty."""
