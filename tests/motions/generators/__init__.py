"""Steps that lead somewhere."""
