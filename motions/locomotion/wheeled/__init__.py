"""A base on wheels: its plan, and how it is followed."""
