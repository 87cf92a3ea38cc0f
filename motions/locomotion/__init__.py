"""Locomotion as in the NAO's own software: gait parameters, footsteps, clipping, speeds."""
