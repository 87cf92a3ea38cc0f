"""The search for better parameters, and the resulting patches."""
