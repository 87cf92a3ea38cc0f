"""Commands and services: the only package that connects the state machine to a robot."""
