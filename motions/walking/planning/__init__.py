"""Planning of the next step: limits, reach, and feedback from earlier steps."""
