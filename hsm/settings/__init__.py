"""Parameter files: read with source positions, checked, converted to SI once, written."""
