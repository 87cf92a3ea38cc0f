"""Perception: state estimation from sensor frames for motions and facts."""
