"""Robot models as data, with joint values in wire order."""
