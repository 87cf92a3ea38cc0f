"""The robot process on a served robot: how punctual it is, and what comes of its death."""
