"""`hsm ask`: commands for a running robot."""
