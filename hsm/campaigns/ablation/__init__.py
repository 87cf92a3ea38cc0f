"""What each design decision of the walk is good for."""
