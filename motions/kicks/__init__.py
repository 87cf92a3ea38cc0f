"""Kicks: what may be asked, from where, and the kicks out of the stand."""
