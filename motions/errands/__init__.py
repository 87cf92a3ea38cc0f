"""What a walk is for: whether there is way to go, and which generator plans its steps."""
