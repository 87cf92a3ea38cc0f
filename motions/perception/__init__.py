"""From sensor frames to what the motions and the facts need to know of the robot."""
