"""`hsm check`: files of `config/`, proofs about the chart, incomplete additions."""
