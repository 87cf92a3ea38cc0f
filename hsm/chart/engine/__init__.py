"""Chart engine, independent of any robot: turns declarations and rows into a running machine."""
