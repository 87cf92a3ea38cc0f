"""What decides: the chart, its states, the control cycle and the commands."""
