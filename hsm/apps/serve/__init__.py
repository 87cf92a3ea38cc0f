"""Services for other programs, which run until they are stopped."""
