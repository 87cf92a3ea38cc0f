"""The contribution of each design decision of the walk."""
