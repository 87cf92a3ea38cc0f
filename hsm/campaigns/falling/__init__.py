"""Falls: seen in time, protected in time; and jumps, which are falls on purpose."""
