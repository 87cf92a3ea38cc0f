"""The robot as software sees it: joints, dimensions, sensor frames, commands and backends."""
