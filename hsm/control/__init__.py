"""The control cycle (facts, state machine, output limits) and the loop that runs it on a robot."""
