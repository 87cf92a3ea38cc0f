"""What keeps a walking robot upright beyond its planned steps."""
