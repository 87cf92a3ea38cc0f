"""Proofs about a chart, over every leaf and every possible combination of facts."""
