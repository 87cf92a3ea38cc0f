"""What a simulated robot looks like: shapes, cameras, films."""
