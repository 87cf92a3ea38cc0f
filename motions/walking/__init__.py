"""The walking engine: steps, balance, and the joints of a walk."""
