"""The figures of the README: which command measures each, and how old it is."""
