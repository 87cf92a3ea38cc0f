"""The commands `hsm motion ...`."""
