"""How much the walk bears of each difficulty."""
