"""ALMotion of a wheeled robot."""
