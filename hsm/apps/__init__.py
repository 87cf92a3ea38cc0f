"""The commands and services: the only place that joins the machine with a robot."""
