"""Third-party models of the robot, behind the same interface."""
