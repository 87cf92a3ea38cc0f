"""The commands `hsm measure ...`: campaigns of trials, reported with 95 % intervals."""
