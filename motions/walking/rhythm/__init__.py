"""When a step begins to wait, how its clocks go, and when it is over."""
