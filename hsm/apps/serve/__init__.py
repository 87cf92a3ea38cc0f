"""Services: what runs until somebody ends it, for other programs."""
