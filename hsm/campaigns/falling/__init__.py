"""Falls: timely detection and protection; and dives, which are intentional falls."""
