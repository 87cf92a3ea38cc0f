"""Reading of other teams' motions."""
