"""The robot process on a served robot: its timing, and the consequences of its death."""
