"""How fast, how straight and how safely the robot walks."""
