"""The robots as data: what they are made of, in the order of their wire."""
