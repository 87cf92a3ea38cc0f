"""Programs that were written for a NAO's own software, and their robot."""
