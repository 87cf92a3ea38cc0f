"""What is measured acts back on the preview walk."""
