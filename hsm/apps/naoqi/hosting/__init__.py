"""Hosts of the services: over qi in a separate process, or in the process of a simulation."""
