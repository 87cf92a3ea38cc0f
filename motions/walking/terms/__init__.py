"""What moves feet and joints beyond the planned step."""
