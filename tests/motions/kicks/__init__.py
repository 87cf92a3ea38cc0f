"""Tests of kicks."""
