"""The commands `hsm kick ...`: kicks analysed without simulating them."""
