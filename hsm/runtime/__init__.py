"""What runs the machine: settings, the control cycle, scenarios."""
