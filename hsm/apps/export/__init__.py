"""A recorded run in the formats that other programs read."""
