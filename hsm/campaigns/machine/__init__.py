"""The machine as such: what a cycle costs, and that anything may happen to it."""
