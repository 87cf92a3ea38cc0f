"""What runs the machine: settings, the control cycle, the trace, scenarios."""
