"""What a walk is for: whether there is still a way to go, and which generator plans its steps."""
