"""How the services reach a robot: one that runs on its own, or one in physics beside them."""
