"""`hsm view`: a robot in the browser, one that runs and one that was recorded."""
