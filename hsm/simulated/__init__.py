"""The control cycle on a simulated robot, and the recording of its runs."""
