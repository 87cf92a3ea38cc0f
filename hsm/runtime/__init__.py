"""What runs the machine: settings, the control cycle, recorded runs, scenarios."""
