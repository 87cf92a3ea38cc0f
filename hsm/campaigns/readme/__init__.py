"""The figures of the README, with their commands and their age."""
