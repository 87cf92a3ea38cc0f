"""What a run leaves to look at: figures, films, traces."""
