"""Where the next step goes: limits, reach, and what the last steps have taught."""
