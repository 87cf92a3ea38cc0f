"""The robot as seen by the software: joints, dimensions, sensor frames, commands and backends."""
