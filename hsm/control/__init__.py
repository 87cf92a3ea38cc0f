"""The control cycle: facts, the machine, limits; and the one loop that runs it on a robot."""
