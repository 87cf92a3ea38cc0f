"""The control cycle on a robot in physics, and what is noted down of its runs."""
