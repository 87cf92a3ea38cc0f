"""The search for better parameters, and the patches that it leaves."""
