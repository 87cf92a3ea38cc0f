"""What moves the robot: kinematics, perception, walking, keyframes. Knows no state, no backend."""
