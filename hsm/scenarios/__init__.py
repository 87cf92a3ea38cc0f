"""Runs as files: requests, disturbances and expectations, and the verdict."""
