"""Where the next step goes: one generator for every kind of way to go."""
