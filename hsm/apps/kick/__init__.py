"""The commands `hsm kick ...`: kicks looked at before anybody plays them."""
