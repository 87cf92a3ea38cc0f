"""Body of the robot for ALMotion: queries, reflexes, refusals, joint curves, devices."""
