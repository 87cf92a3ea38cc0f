"""The robot's vision: cameras in its head and the detection behind them, as plain data."""
