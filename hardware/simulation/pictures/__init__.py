"""The appearance of a simulated robot: shapes, cameras, films."""
