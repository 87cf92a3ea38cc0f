"""A person takes the robot and puts it down again."""
