"""Export of a recorded run to formats of other programs."""
