"""From declarations and rows to a machine that ticks; knows no robot."""
