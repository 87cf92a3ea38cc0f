"""`hsm ask`: something of the robot that runs."""
