"""`hsm view`: a live or recorded robot in the browser."""
