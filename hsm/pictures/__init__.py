"""Pictures of runs: figures, films, traces."""
