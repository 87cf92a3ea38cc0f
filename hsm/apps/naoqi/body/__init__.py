"""What ALMotion tells of a body, what the body does by itself, and curves of its joints."""
