"""`hsm view RUN`: a recorded run in the browser."""
