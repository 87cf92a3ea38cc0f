"""Success rate, duration and motor load of get-ups."""
