"""Locomotion as a NAO's own software has it: gait parameters, footsteps, clipping, speeds."""
