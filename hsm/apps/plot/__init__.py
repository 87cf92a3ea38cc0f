"""Pictures of recorded runs: `hsm plot ...`."""
