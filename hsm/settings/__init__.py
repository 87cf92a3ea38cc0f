"""Parameter files: read with their places, checked, converted to SI once, written."""
