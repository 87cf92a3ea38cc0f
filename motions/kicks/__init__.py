"""Kicks: the wishes, the conditions, and the kicks in the walk and from standing."""
