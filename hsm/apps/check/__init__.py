"""`hsm check`: all files of `config/`, the proofs about the chart, what was only half added."""
