"""A person lifts the robot and puts it down again."""
