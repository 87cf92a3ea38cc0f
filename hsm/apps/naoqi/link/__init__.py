"""Links from the services to a robot: a running one, or a simulated one in the same process."""
