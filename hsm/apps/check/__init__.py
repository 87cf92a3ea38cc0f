"""`hsm check`: every file of `config/`, the proofs about the chart, and what was added by half."""
