"""The state machine as such: cost of a cycle, and robustness against arbitrary events."""
