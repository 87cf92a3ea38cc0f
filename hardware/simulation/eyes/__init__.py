"""What the robot sees: cameras in its head and the processes behind them, as plain data."""
